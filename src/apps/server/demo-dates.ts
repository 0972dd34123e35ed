import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import { addToDay, type CalendarDay, isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;

/**
 * Calculates when a plan was ordered (at about noon) if one of its payments falls due on the day of `now`, and the
 * number of payments before that one, which is as low as possible. (No day is one month before 31 May, so an earlier
 * payment is then paid too.) Null for a plan that never falls due on this day.
 */
export function orderedForDueToday(
  plan: readonly PlanStep[],
  now: Date,
  timezone: string,
): { orderedAt: Date; paidBefore: number } | null {
  const today = localDay(now, timezone);
  let months = 0;
  let days = 0;
  for (const [index, { count = 0, units }] of plan.entries()) {
    if (units === 'months') months += count;
    else days += units === 'weeks' ? 7 * count : count;
    const orderedOn = index === 0 ? undefined : dayThatLeadsTo(today, { months, days });
    if (orderedOn) {
      return { orderedAt: new Date(startOfLocalDay(orderedOn, timezone).getTime() + HALF_A_DAY_MS), paidBefore: index };
    }
  }
  return null;
}

/** Finds the day from which `way` leads to `wanted`. Tries several days, because months differ in length. */
function dayThatLeadsTo(wanted: CalendarDay, way: { months: number; days: number }): CalendarDay | undefined {
  const near = addToDay(wanted, { months: -way.months, days: -way.days });
  return [0, 1, -1, 2, -2, 3, -3]
    .map((days) => addToDay(near, { months: 0, days }))
    .find((day) => isoDay(addToDay(day, way)) === isoDay(wanted));
}
