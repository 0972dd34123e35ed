import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import { addToDay, type CalendarDay, isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;

/**
 * Returns noon of a day on which a plan can be ordered for one of its payments to fall due today, and the number of
 * payments before that one: as few as possible. (On 31 May a monthly plan needs more of them, because no day is one
 * month earlier.) Null if there is no such day.
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

/** Finds the day from which `span` leads to `wanted`. Tries several days, because months differ in length. */
function dayThatLeadsTo(wanted: CalendarDay, span: { months: number; days: number }): CalendarDay | undefined {
  const near = addToDay(wanted, { months: -span.months, days: -span.days });
  return [0, 1, -1, 2, -2, 3, -3]
    .map((days) => addToDay(near, { months: 0, days }))
    .find((day) => isoDay(addToDay(day, span)) === isoDay(wanted));
}
