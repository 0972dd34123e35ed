import { dateFormat } from './date-format.ts';
import { addToDay, type CalendarDay, daysAfter, isoDay } from './local-day.ts';

export interface DayReader {
  /** The shop's day, for `day+1` and for days without a year. */
  readonly today: CalendarDay;
  /** A BCP 47 tag: decides which of `3.4.` is the month, and names the months. */
  readonly locale: string;
}

/**
 * Reads a day as people type it: `22.7.27`, `22/7/2027`, `22.7.`, `22 July 2027`, `2027-07-22`, `day+1` or `+1`.
 * Returns `2027-07-22`, or null if the text is not a day. A day without a year is the next one.
 */
export function readDay(typed: string, { today, locale }: DayReader): string | null {
  const text = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const [, ahead] = /^\p{L}* ?\+ ?(\d{1,3})$/u.exec(text) ?? [];
  if (ahead !== undefined) return isoDay(daysAfter(today, Number(ahead)));
  const [, isoYear, isoMonth, isoDayOfMonth] = /^(\d{4})[-.](\d{1,2})[-.](\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return existing(isoYear, Number(isoMonth), Number(isoDayOfMonth), today);
  const [, first, second, year] = /^(\d{1,2})[./ -] ?(\d{1,2})(?:[./ -] ?(\d{4}|\d{2})?)?\.?$/.exec(text) ?? [];
  if (first && second) {
    const [day, month] = isMonthFirst(locale) ? [second, first] : [first, second];
    return existing(year, Number(month), Number(day), today);
  }
  const [, day, name, yearAfter] =
    /^(?:\p{L}+[.,]* )?(\d{1,2})\.? (\p{L}+)\.?(?:,? (\d{4}|\d{2}))?\.?$/u.exec(text) ?? [];
  return day && name ? existing(yearAfter, monthNamed(name, locale), Number(day), today) : null;
}

function existing(year: string | undefined, month: number, day: number, today: CalendarDay): string | null {
  const isFilled = year !== undefined && year !== '';
  const full = isFilled ? Number(year.length === 2 ? `20${year}` : year) : today.year;
  const written = { year: full, month, day };
  const found = isoDay(addToDay(written, { months: 0, days: 0 }));
  if (found !== isoDay(written)) return null;
  return !isFilled && found < isoDay(today) ? existing(String(today.year + 1), month, day, today) : found;
}

/** `en` means British English here, as in `dates.ts`. */
const localeOf = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

function isMonthFirst(locale: string): boolean {
  const parts = dateFormat(localeOf(locale), { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).formatToParts(0);
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'month';
}

/** Returns the month, from 1, whose name in the language or in English begins with this text; 0 if there is none. */
function monthNamed(name: string, locale: string): number {
  if (name.length < 3) return 0;
  for (const language of [localeOf(locale), 'en-GB'])
    for (let month = 1; month <= 12; month++) {
      const day = Date.UTC(2027, month - 1, 15);
      const names = (['long', 'short'] as const).flatMap((width) =>
        dateFormat(language, { day: 'numeric', month: width, timeZone: 'UTC' })
          .formatToParts(day)
          .filter(({ type }) => type === 'month')
          .map(({ value }) => value.toLowerCase().replace(/\.$/, '')),
      );
      if (names.some((one) => one.startsWith(name))) return month;
    }
  return 0;
}
