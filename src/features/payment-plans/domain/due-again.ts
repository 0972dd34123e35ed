import { daysAfter, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import type { Instalment } from './reminders.ts';

/** The mail a week before goes out on the next morning. */
const DUE_AGAIN_DAYS = 8;

/**
 * When a part of a plan is due that goes on after a problem, during which nobody could pay. Null if its day has not
 * passed: it stays.
 */
export function dueAgainAt({ dueAt, timezone }: Instalment, now: Date): Date | null {
  const today = localDay(now, timezone);
  if (dueAt >= startOfLocalDay(today, timezone)) return null;
  return startOfLocalDay(daysAfter(today, DUE_AGAIN_DAYS), timezone);
}
