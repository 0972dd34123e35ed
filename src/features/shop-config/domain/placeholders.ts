import { addDays, type CalendarDate } from './day-zero.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const DAY = /^day:([+-]\d{1,4}) (.+)$/;
const TOKEN = /'([^']*)'|yyyy|yy|MMMM|MMM|MM|M|EEEE|EEE|dd|d|[A-Za-z]+|[^A-Za-z']+|'/g;

export interface UnknownPlaceholder {
  readonly offset: number;
  readonly message: string;
}

/**
 * Fills dates into a text: `{{day:+1 EEEE d MMMM yyyy}}` is the day after day zero. Patterns are d, dd, EEE, EEEE, M,
 * MM, MMM, MMMM, yy, yyyy; other letters must be in single quotes. `filledLater` names placeholders to leave unchanged.
 */
export function fillPlaceholders(
  text: string,
  facts: { zero: CalendarDate; locale: string; filledLater?: readonly string[] },
): { text: string; problems: UnknownPlaceholder[] } {
  const problems: UnknownPlaceholder[] = [];
  const filled = text.replace(PLACEHOLDER, (whole, inside: string, offset: number) => {
    const name = inside.trim();
    if (facts.filledLater?.includes(name)) return `{{${name}}}`;
    const day = DAY.exec(name);
    const date = day && formatDate(addDays(facts.zero, Number(day[1])), day[2]!, facts.locale);
    if (date !== null) return date;
    problems.push({ offset, message: `${whole} is not a placeholder; a date is written {{day:+0 d MMMM yyyy}}` });
    return whole;
  });
  return { text: filled, problems };
}

/** Formats a date by a pattern; null if the pattern has letters without a meaning. */
function formatDate(date: CalendarDate, pattern: string, locale: string): string | null {
  let text = '';
  for (const [token, quoted] of pattern.matchAll(TOKEN)) {
    const part = quoted ?? datePart(token, date, locale) ?? (/[A-Za-z']/.test(token) ? null : token);
    if (part === null) return null;
    text += part;
  }
  return text;
}

function datePart(token: string, { year, month, day }: CalendarDate, locale: string): string | null {
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  // The month is formatted together with a day, because some languages inflect it.
  const word = (type: 'weekday' | 'month', length: 'short' | 'long'): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', [type]: length })
      .formatToParts(Date.UTC(year, month - 1, day))
      .find((part) => part.type === type)!.value;
  switch (token) {
    case 'd':
      return String(day);
    case 'dd':
      return twoDigits(day);
    case 'EEE':
      return word('weekday', 'short');
    case 'EEEE':
      return word('weekday', 'long');
    case 'M':
      return String(month);
    case 'MM':
      return twoDigits(month);
    case 'MMM':
      return word('month', 'short');
    case 'MMMM':
      return word('month', 'long');
    case 'yy':
      return twoDigits(year % 100);
    case 'yyyy':
      return String(year);
    default:
      return null;
  }
}
