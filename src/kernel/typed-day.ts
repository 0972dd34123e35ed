import { dateFormat } from './date-format.ts';
import { addToDay, type CalendarDay, daysAfter, isoDay } from './local-day.ts';

export interface DayReader {
  /** The shop's day, for `day+1` and for days without a year. */
  readonly today: CalendarDay;
  /** A BCP 47 tag: decides which of `3.4.` is the month, and names the months. */
  readonly locale: string;
  /** Which one a day without a year is: the next one from today on, or the latest one up to today. */
  readonly direction: DayDirection;
}

export type DayDirection = 'future' | 'past';

/**
 * Reads a day as people type it: `22.7.27`, `22/7/2027`, `22.7.`, `22 July 2027`, `2027-07-22`, `day+1` or `+1`.
 * Returns `2027-07-22`, or null if the text is not a day.
 */
export function readDay(typed: string, { today, locale, direction }: DayReader): string | null {
  const text = tidied(typed);
  const [, ahead] = /^\p{L}* ?\+ ?(\d{1,3})$/u.exec(text) ?? [];
  if (ahead !== undefined) return isoDay(daysAfter(today, Number(ahead)));
  const written = partsOf(text, locale);
  if (written === null) return null;
  if (written.year !== null) return existingDay({ ...written, year: written.year });
  const isPast = direction === 'past';
  for (let years = 0; years < YEARS_TO_TRY; years++) {
    const found = existingDay({ ...written, year: today.year + (isPast ? -years : years) });
    if (found !== null && (isPast ? found <= isoDay(today) : found >= isoDay(today))) return found;
  }
  return null;
}

/** A 29 February is at most eight years away. */
const YEARS_TO_TRY = 9;

/**
 * Returns the last day of the month if a typed day, such as `31.11.2026` or `31.11.`, is after it; otherwise null.
 * Without a year, February has 29 days.
 */
export function endOfTypedMonth(typed: string, locale: string): WrittenDay | null {
  const { year = null, month = 0, day = 0 } = partsOf(tidied(typed), locale) ?? {};
  if (month < 1 || month > 12 || day > LONGEST_MONTH) return null;
  const next = addToDay({ year: year ?? LEAP_YEAR, month, day: 1 }, { months: 1, days: 0 });
  const last = addToDay(next, { months: 0, days: -1 });
  return day > last.day ? { ...last, year } : null;
}

const LONGEST_MONTH = 31;
const LEAP_YEAR = 2028;

export interface WrittenDay {
  /** Null if none was written. */
  readonly year: number | null;
  /** From 1; 0 if no month has the written name. */
  readonly month: number;
  readonly day: number;
}

const tidied = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, ' ');

/** Returns the numbers of a written day, which may not exist. */
function partsOf(text: string, locale: string): WrittenDay | null {
  const [, isoYear, isoMonth, isoDayOfMonth] = /^(\d{4})[-.](\d{1,2})[-.](\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDayOfMonth) };
  const [, first, second, year] = /^(\d{1,2})[./ -] ?(\d{1,2})(?:[./ -] ?(\d{4}|\d{2})?)?\.?$/.exec(text) ?? [];
  if (first && second) {
    const [day, month] = isMonthFirst(locale) ? [second, first] : [first, second];
    return { year: fullYear(year), month: Number(month), day: Number(day) };
  }
  const [, day, name, yearAfter] =
    /^(?:\p{L}+[.,]* )?(\d{1,2})\.? (\p{L}+)\.?(?:,? (\d{4}|\d{2}))?\.?$/u.exec(text) ?? [];
  return day && name ? { year: fullYear(yearAfter), month: monthNamed(name, locale), day: Number(day) } : null;
}

const fullYear = (year: string | undefined): number | null =>
  year ? Number(year.length === 2 ? `20${year}` : year) : null;

function existingDay(written: CalendarDay): string | null {
  const found = isoDay(addToDay(written, { months: 0, days: 0 }));
  return found === isoDay(written) ? found : null;
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

/** Whether `from` is after `until`; each is a day such as `2027-07-22`, or empty. */
export const areReversed = ({ from, until }: { readonly from: string; readonly until: string }): boolean =>
  until !== '' && from > until;
