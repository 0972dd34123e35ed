import { isSaleOver, isStillToLeave } from '#features/catalogue/domain/selling.ts';
import { timesOfUse } from '#features/catalogue/domain/times-of-use.ts';
import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { asksForAge, asksForTravelTime, type Holder, holderProblems } from '../domain/holder.ts';
import type { AddRequest } from './add-items.ts';
import type { CartRefusal } from './cart-refusals.ts';
import { parseId } from './wire-id.ts';

/** What a buyer asks for: one unit of an item, in his cart or a new one. */
export interface WantedItem {
  readonly kind: ItemRow['kind'];
  readonly externalCode: string;
  /** Null: a new cart. */
  readonly cartCode: string | null;
  /** Null: not logged in. */
  readonly customerId: number | null;
  /** As typed; null for merchandise. */
  readonly holder: Holder | null;
  /** Hash of the request's key; null when it may be done again. */
  readonly requestKey?: Buffer | null;
}

export type ShopSwitches = Pick<PublicConfig, 'shopActive' | 'merchandiseActive' | 'events' | 'timezone'>;

/** Everything that is decided without looking at the cart or at what is left: is it on sale, is the holder right. */
export function toAddRequest(
  wanted: WantedItem,
  item: ItemRow | null,
  shop: ShopSwitches,
  now: Date,
): Result<AddRequest, CartRefusal> {
  if (!shop.shopActive) return refuse({ kind: 'shop_inactive' });
  if (item?.kind !== wanted.kind) return refuse({ kind: 'item_not_found' });
  if (item.kind === 'merchandise' && !shop.merchandiseActive) return refuse({ kind: 'merchandise_inactive' });
  if (isSaleOver(item, now)) return refuse({ kind: 'item_withdrawn' });
  const { cartCode, customerId, holder, requestKey = null } = wanted;
  if (!holder) return ok({ cartCode, customerId, item, departure: null, holder: null, requestKey });
  const departure = chosenDeparture(item, holder, now);
  if (!departure.ok) return departure;
  if (!isPlanInTime(item.paymentPlan, beginningOf(item, departure.value, shop), now, shop.timezone)) {
    return refuse({ kind: 'plan_too_late' });
  }
  const age = asksForAge({ type: item.type, ageOptions: item.details.ageOptions }) ? holder.age : null;
  const { fullName, email } = holder;
  return ok({ cartCode, customerId, item, departure: departure.value, holder: { fullName, email, age }, requestKey });
}

function beginningOf(item: ItemRow, departure: DepartureRow | null, { events }: ShopSwitches): Date | null {
  const travelTime = departure?.departsAt ?? item.travelTime;
  const eventId = item.eventId === null ? null : String(item.eventId);
  return timesOfUse({ eventId, travelTime: travelTime?.toISOString() ?? null }, events)?.begins ?? null;
}

/**
 * Checks the holder's fields and finds the chosen departure; null for an item without times to choose from. A withdrawn departure
 * is unknown here, because an item lists only departures that are on sale.
 */
function chosenDeparture(item: ItemRow, holder: Holder, now: Date): Result<DepartureRow | null, CartRefusal> {
  const rules = { type: item.type, ageOptions: item.details.ageOptions, travelTimeType: item.travelTimeType };
  const id = parseId(holder.transportTimeId);
  const departure = asksForTravelTime(rules) ? item.departures.find((one) => one.id === id) : null;
  const problems = holderProblems(rules, holder);
  if (problems.length > 0) return refuse({ kind: 'holder', problems });
  if (departure === undefined) return refuse({ kind: 'departure_unknown' });
  if (departure && !isStillToLeave(departure.departsAt, now)) return refuse({ kind: 'departure_gone' });
  return ok(departure);
}
