import type { ImportedItem } from '#features/catalogue/server/public.ts';
import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import type { Mistake } from './folder/mistake.ts';
import type { ResolvedShop } from './resolve/resolve-shop-folder.ts';

export interface LatePlans {
  readonly mistakes: readonly Mistake[];
  readonly warnings: readonly Mistake[];
}

/**
 * Finds payment plans that nobody could order on the day of the import, because the last instalment would not be due
 * before the day of the event or departure. That is a mistake in a new plan, but only a warning if the item is already
 * on sale with the same plan: it was in time once, and the import must keep working.
 */
export function latePlans(
  shop: ResolvedShop,
  plansOnSale: ReadonlyMap<string, ImportedItem['paymentPlan']>,
  now: Date,
): LatePlans {
  const mistakes: Mistake[] = [];
  const warnings: Mistake[] = [];
  const { timezone } = shop.config.public;
  for (const item of shop.items) {
    const begins = lastBeginning(item, shop.events);
    if (begins === null || begins <= now || isPlanInTime(item.paymentPlan, begins, now, timezone)) continue;
    const last = paymentPlanSchedule(item.paymentPlan, now, timezone).at(-1)!;
    const { yaml, path } = item.entry;
    const mistake: Mistake = {
      file: yaml.file,
      line: yaml.lineOf([...path, 'payment_plan']),
      message: `payment_plan: cannot be ordered: the last payment of an order placed today would be due on ${last.day}, but must be due before ${isoDay(localDay(begins, timezone))}, the day of the event or departure`,
    };
    (isSamePlan(plansOnSale.get(item.externalCode), item.paymentPlan) ? warnings : mistakes).push(mistake);
  }
  return { mistakes, warnings };
}

/** The start of the event or journey; the last of several departures, which allows the longest plan. */
function lastBeginning(
  { travelTime, departures, eventCode }: ImportedItem,
  events: ResolvedShop['events'],
): Date | null {
  if (departures.length > 0) return new Date(Math.max(...departures.map(({ departsAt }) => departsAt.getTime())));
  return travelTime ?? events.find(({ code }) => code === eventCode)?.startsAt ?? null;
}

const isSamePlan = (one: ImportedItem['paymentPlan'] | undefined, other: ImportedItem['paymentPlan']): boolean =>
  one?.length === other.length &&
  one.every((step, index) => {
    const { amount, count, units } = other[index]!;
    return step.amount === amount && step.count === count && step.units === units;
  });
