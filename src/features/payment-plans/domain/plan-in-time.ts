import { isoDay, localDay } from '#kernel/local-day.ts';
import { type PlanStep, paymentPlanSchedule } from './schedule.ts';

/**
 * Whether the last instalment of a plan ordered at `now` is due before the day on which the event begins or the coach
 * leaves, in the shop's time zone. `begins` is null if there is no such day. Always true without a plan.
 */
export function isPlanInTime(plan: readonly PlanStep[], begins: Date | null, now: Date, timezone: string): boolean {
  const last = paymentPlanSchedule(plan, now, timezone).at(-1);
  // A plan with one payment is due immediately, like any other order.
  if (!last || last.position === 1 || begins === null) return true;
  return isInTime(last.day, begins, timezone);
}

/** The instalments of a plan that are due on the day on which the event begins or the coach leaves, or later. */
export const instalmentsTooLate = <One extends { readonly dueAt: Date }>(
  instalments: readonly One[],
  begins: Date | null,
  timezone: string,
): One[] =>
  begins === null
    ? []
    : instalments.filter(({ dueAt }) => !isInTime(isoDay(localDay(dueAt, timezone)), begins, timezone));

/** Whether `day`, such as 2027-07-12, is before the day of `begins`. */
const isInTime = (day: string, begins: Date, timezone: string): boolean => day < isoDay(localDay(begins, timezone));
