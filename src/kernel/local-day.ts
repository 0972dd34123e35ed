// Calendar days in time zones. They use Intl, because some browsers lack Temporal.

import { formatCache } from './format-cache.ts';

/** Months count from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayFormat = formatCache<Intl.DateTimeFormat>();

const dayFormatOf = (timezone: string): Intl.DateTimeFormat =>
  dayFormat(
    timezone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        calendar: 'gregory',
        numberingSystem: 'latn',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
      }),
  );

/** `timezone` is an IANA name; throws a RangeError for an unknown one. */
export function localDay(instant: Date, timezone: string): CalendarDay {
  const parts = dayFormatOf(timezone).formatToParts(instant);
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)!.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}

/** Adds months first, keeping the day or using the month's last one (31 January + 1 month: 28 February), then days. */
export function addToDay(start: CalendarDay, { months, days }: { months: number; days: number }): CalendarDay {
  const monthIndex = start.month - 1 + months;
  const lastOfMonth = new Date(Date.UTC(start.year, monthIndex + 1, 0)).getUTCDate();
  const later = new Date(Date.UTC(start.year, monthIndex, Math.min(start.day, lastOfMonth) + days));
  return { year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() };
}

/** Returns `2027-02-28`. */
export function isoDay({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const asUtc = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day);

/**
 * Returns the day's midnight, or the first instant after it if clocks skip midnight (or the start of the next day if
 * they skip the day). Uses a binary search, because Intl only converts instants to days.
 */
export function startOfLocalDay(day: CalendarDay, timezone: string): Date {
  const key = `${isoDay(day)} ${timezone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = foundStart(day, timezone);
    if (starts.size >= MAX_STARTS) starts.clear();
    starts.set(key, start);
  }
  return new Date(start);
}

/** Starts of days, cached because every order needs the same few and each takes about thirty calls to Intl. */
const starts = new Map<string, number>();
const MAX_STARTS = 2_000;

function foundStart(day: CalendarDay, timezone: string): number {
  const wanted = asUtc(day);
  // No zone is more than 14 hours from UTC, and two days allow for skipped days.
  let before = wanted - 2 * DAY_MS;
  let atOrAfter = wanted + 2 * DAY_MS;
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    if (asUtc(localDay(new Date(middle), timezone)) >= wanted) atOrAfter = middle;
    else before = middle;
  }
  return atOrAfter;
}

export const daysAfter = (day: CalendarDay, days: number): CalendarDay => addToDay(day, { months: 0, days });

/**
 * Returns the instant of an hour of a day. The hour must be in the daytime, when no zone changes its clocks; a change
 * between midnight and that hour is accounted for.
 */
export function localHour(day: CalendarDay, hour: number, timezone: string): Date {
  const guess = startOfLocalDay(day, timezone).getTime() + hour * HOUR_MS;
  const wanted = asUtc(day) + hour * HOUR_MS;
  return new Date(guess + wanted - wallClock(new Date(guess), timezone));
}

const hourFormat = formatCache<Intl.DateTimeFormat>();

const hourFormatOf = (timezone: string): Intl.DateTimeFormat =>
  hourFormat(
    timezone,
    () =>
      new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        numberingSystem: 'latn',
        hour: 'numeric',
        minute: 'numeric',
        hourCycle: 'h23',
      }),
  );

/** Returns the clock time in a zone as if it were UTC, to the minute. */
function wallClock(instant: Date, timezone: string): number {
  const parts = hourFormatOf(timezone).formatToParts(instant);
  const part = (type: 'hour' | 'minute') => Number(parts.find((one) => one.type === type)!.value);
  return asUtc(localDay(instant, timezone)) + part('hour') * HOUR_MS + part('minute') * 60_000;
}

/** Returns the ISO instant at which a typed day begins (`days` 0) or ends (1); null while the date is incomplete. */
export function edgeOfTypedDay(typed: string | null, timezone: string, days: 0 | 1): string | null {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(typed ?? '')?.slice(1) ?? []).map(Number);
  if (!year || !month || !day) return null;
  return startOfLocalDay(addToDay({ year, month, day }, { months: 0, days }), timezone).toISOString();
}
