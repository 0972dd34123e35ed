import { dateFormat } from './date-format.ts';
import { edgeOfTypedDay } from './local-day.ts';

/**
 * Splits a day and a time typed or pasted together, such as `2027-05-01 18:00`, `1.5.2027, 18:00` or
 * `2027-05-01T18:00`. The time needs a colon or an `h`, because `1.5. 27` ends with a year. Returns null for anything
 * else.
 */
export function splitMoment(typed: string): { day: string; time: string } | null {
  const [, day, time] = /^(.*\d[.]?),?(?:\s+|(?<=\d)T)(\d{1,2}[:h]\d{2})(?::\d{2})?$/u.exec(typed.trim()) ?? [];
  return day === undefined || time === undefined || readTime(time) === null ? null : { day, time };
}

/** Reads `9`, `9:30`, `09.30` or `0930` as minutes of the day; null for anything else. */
export function readTime(typed: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
}

/**
 * Returns the instants at which clocks in the zone show this time on this day: none if they skip it, two if they show
 * it twice. Null if the day or the time cannot be read.
 */
export function typedMoments(day: string | null, time: string, timezone: string): Date[] | null {
  const start = edgeOfTypedDay(day, timezone, 0);
  const minutes = readTime(time);
  if (day === null || start === null || minutes === null) return null;
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  const wanted = `${hour}:${String(minutes % 60).padStart(2, '0')}`;
  return CLOCK_CHANGES.map((shift) => new Date(Date.parse(start) + (minutes + shift) * 60_000)).filter((instant) => {
    const shown = shownAt(instant, timezone);
    return shown.day === day && shown.time === wanted;
  });
}

/** In minutes. Clocks change by at most two hours, usually by one. */
const CLOCK_CHANGES = [-120, -60, -30, 0, 30, 60, 120];

/** The first of `typedMoments`; null if there is none. */
export const typedMoment = (day: string | null, time: string, timezone: string): Date | null =>
  typedMoments(day, time, timezone)?.[0] ?? null;

/** Returns what clocks in the zone show at an instant, such as `2027-07-22` and `09:30`. */
export function shownAt(instant: Date, timezone: string): { day: string; time: string } {
  const parts = dateFormat('en-US', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}
