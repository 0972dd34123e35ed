// Days of the calendar in a time zone, without Temporal, which some browsers lack. Only Intl knows the zones' rules.

/** A day of the calendar; months count from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  formats.set(timezone, format);
  return format;
}

/** The day that it is at `instant` in an IANA time zone. Throws a RangeError for a zone that does not exist. */
export function localDay(instant: Date, timezone: string): CalendarDay {
  const parts = formatOf(timezone).formatToParts(instant);
  const part = (type: 'year' | 'month' | 'day') => Number(parts.find((one) => one.type === type)!.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}

/**
 * The day some months and days later. Months come first and keep the day of the month where the month has it, else its last
 * day (31 January and one month: 28 February).
 */
export function addToDay(start: CalendarDay, { months, days }: { months: number; days: number }): CalendarDay {
  const monthIndex = start.month - 1 + months;
  const lastOfMonth = new Date(Date.UTC(start.year, monthIndex + 1, 0)).getUTCDate();
  const later = new Date(Date.UTC(start.year, monthIndex, Math.min(start.day, lastOfMonth) + days));
  return { year: later.getUTCFullYear(), month: later.getUTCMonth() + 1, day: later.getUTCDate() };
}

/** As `2027-02-28`. */
export function isoDay({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const asUtc = ({ year, month, day }: CalendarDay): number => Date.UTC(year, month - 1, day);

/**
 * The first instant of a day in a time zone: its midnight, or the moment that clocks were put forward to when midnight was
 * skipped (or, where a whole day was skipped, the start of the next). Found by halving, for Intl only answers the other way.
 */
export function startOfLocalDay(day: CalendarDay, timezone: string): Date {
  const key = `${isoDay(day)} ${timezone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = foundStart(day, timezone);
    if (starts.size >= MOST_STARTS) starts.clear();
    starts.set(key, start);
  }
  return new Date(start);
}

/** The same few days are asked for with every order that is shown, and each takes some thirty questions to Intl. */
const starts = new Map<string, number>();
const MOST_STARTS = 2_000;

function foundStart(day: CalendarDay, timezone: string): number {
  const wanted = asUtc(day);
  // No zone is further than 14 hours from UTC; two days leave room for skipped ones.
  let before = wanted - 2 * DAY_MS;
  let atOrAfter = wanted + 2 * DAY_MS;
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2);
    if (asUtc(localDay(new Date(middle), timezone)) >= wanted) atOrAfter = middle;
    else before = middle;
  }
  return atOrAfter;
}

/** The day so many days later, or earlier. */
export const daysAfter = (day: CalendarDay, days: number): CalendarDay => addToDay(day, { months: 0, days });

/**
 * When it is a full hour of a day in a time zone. Meant for hours of the day, when no clock is changed anywhere; between the day's
 * start and that hour it may have been, and then an hour of the clock is not an hour of time.
 */
export function localHour(day: CalendarDay, hour: number, timezone: string): Date {
  const guess = startOfLocalDay(day, timezone).getTime() + hour * HOUR_MS;
  const wanted = asUtc(day) + hour * HOUR_MS;
  return new Date(guess + wanted - wallClock(new Date(guess), timezone));
}

const hourFormats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if it were UTC; to the minute. */
function wallClock(instant: Date, timezone: string): number {
  let format = hourFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      numberingSystem: 'latn',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    hourFormats.set(timezone, format);
  }
  const parts = format.formatToParts(instant);
  const part = (type: 'hour' | 'minute') => Number(parts.find((one) => one.type === type)!.value);
  return asUtc(localDay(instant, timezone)) + part('hour') * HOUR_MS + part('minute') * 60_000;
}
