import { daysAfter, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import type { Instalment } from './reminders.ts';

/** Chosen so that the mail sent a week before goes out the next morning. */
const DUE_AGAIN_DAYS = 8;

/**
 * Returns the new due day of an instalment whose plan resumes after a problem, during which nobody could pay. Null if
 * its day has not passed, because then it keeps that day.
 */
export function dueAgainAt({ dueAt, timezone }: Instalment, now: Date): Date | null {
  const today = localDay(now, timezone);
  if (dueAt >= startOfLocalDay(today, timezone)) return null;
  return startOfLocalDay(daysAfter(today, DUE_AGAIN_DAYS), timezone);
}
