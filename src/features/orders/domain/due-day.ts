import { addToDay, type CalendarDay, isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

/* The day that staff choose for a payment. */

/** A day further ahead is a typing error. */
const MAX_DAYS_AHEAD = 2 * 365;

export type DayRefusal =
  | { kind: 'no_day' }
  | { kind: 'day_passed' }
  | { kind: 'day_too_far' }
  /** Instalments stay in the order of their days. `day` belongs to the neighbouring instalment. */
  | { kind: 'not_before'; day: Date }
  | { kind: 'not_after'; day: Date };

export interface Neighbours {
  readonly timezone: string;
  /** The day of the open instalment before it, or null. */
  readonly previous: Date | null;
  /** The day of the open instalment after it, if that one keeps its day; otherwise null. */
  readonly next: Date | null;
}

/** Returns the start of the day in the shop's zone, or why the payment cannot be due then. */
export function dueOn(day: string, { timezone, previous, next }: Neighbours, now: Date): Date | DayRefusal {
  const calendarDay = readDay(day);
  if (!calendarDay) return { kind: 'no_day' };
  const today = localDay(now, timezone);
  if (day < isoDay(today)) return { kind: 'day_passed' };
  if (day > isoDay(addToDay(today, { months: 0, days: MAX_DAYS_AHEAD }))) return { kind: 'day_too_far' };
  if (previous && day < isoDay(localDay(previous, timezone))) return { kind: 'not_before', day: previous };
  if (next && day > isoDay(localDay(next, timezone))) return { kind: 'not_after', day: next };
  return startOfLocalDay(calendarDay, timezone);
}

/** Reads `2027-07-12`. Returns null if there is no such day. */
function readDay(text: string): CalendarDay | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return null;
  const found = { year, month, day };
  return isoDay(addToDay(found, { months: 0, days: 0 })) === text ? found : null;
}
