import { addToDay, isoDay, localDay, startOfLocalDay } from '#kernel/local-day.ts';
import { type Minor, minor } from '#kernel/money.ts';

/**
 * An entry of a payment plan. The first is the initial payment; each later one falls due `count` `units` after the one
 * before.
 */
export interface PlanStep {
  readonly amount: number;
  readonly count?: number;
  readonly units?: 'days' | 'weeks' | 'months';
}

export interface ScheduledPayment {
  /** From 1. */
  readonly position: number;
  readonly amount: Minor;
  /** The day in the shop's time zone, as `2027-02-28`. */
  readonly day: string;
  /** The first is due immediately, a later one from the start of its day. */
  readonly dueAt: Date;
}

/**
 * Returns the payments of a plan ordered at `orderedAt`. Every date is computed from the day of the order in the shop's
 * time zone by adding all counts so far, so that a short month does not shift later dates: 31 January is followed by 28
 * February, 31 March and 30 April. Months and days are added up separately, and months are applied first.
 */
export function paymentPlanSchedule(plan: readonly PlanStep[], orderedAt: Date, timezone: string): ScheduledPayment[] {
  const firstDay = localDay(orderedAt, timezone);
  let months = 0;
  let days = 0;
  return plan.map((step, index) => {
    if (index === 0) return { position: 1, amount: minor(step.amount), day: isoDay(firstDay), dueAt: orderedAt };
    const count = step.count ?? 0;
    if (step.units === 'months') months += count;
    else days += step.units === 'weeks' ? 7 * count : count;
    const day = addToDay(firstDay, { months, days });
    return { position: index + 1, amount: minor(step.amount), day: isoDay(day), dueAt: startOfLocalDay(day, timezone) };
  });
}
