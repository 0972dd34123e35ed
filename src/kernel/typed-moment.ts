import { dateFormat } from './date-format.ts';
import { edgeOfTypedDay } from './local-day.ts';

/** Reads `9`, `9:30`, `09.30` or `0930` as minutes of the day; null for anything else. */
export function readTime(typed: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
}

/**
 * Returns the instant at which clocks in the zone show this time on this day, the first if they show it twice. Null if
 * they skip it, and if the day or the time cannot be read.
 */
export function typedMoment(day: string | null, time: string, timezone: string): Date | null {
  const start = edgeOfTypedDay(day, timezone, 0);
  const minutes = readTime(time);
  if (day === null || start === null || minutes === null) return null;
  const wanted = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  // Clocks change by at most a few hours, usually by one.
  for (const shift of [-120, -60, -30, 0, 30, 60, 120]) {
    const instant = new Date(Date.parse(start) + (minutes + shift) * 60_000);
    if (shownAt(instant, timezone) === `${day} ${wanted}`) return instant;
  }
  return null;
}

const shownAt = (instant: Date, timezone: string): string => {
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
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
};
