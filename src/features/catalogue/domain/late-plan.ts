import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import { type EventTimes, timesOfUse } from './times-of-use.ts';

interface ItemWithPlan {
  readonly payment_plan: readonly PlanStep[];
  readonly event_id: string | null;
  readonly travel_time: string | null;
  readonly travel_times: readonly { readonly travel_time: string }[];
}

/** Whether a plan that is ordered now would end too late, even for the last departure if there are several. */
export function isPlanTooLate(
  item: ItemWithPlan,
  shop: { readonly events: readonly EventTimes[]; readonly timezone: string },
  now: Date,
): boolean {
  const departures = item.travel_times.map(({ travel_time: time }) => time).sort();
  const travelTime = departures.at(-1) ?? item.travel_time;
  const begins = timesOfUse({ eventId: item.event_id, travelTime }, shop.events)?.begins ?? null;
  return !isPlanInTime(item.payment_plan, begins, now, shop.timezone);
}
