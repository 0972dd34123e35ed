import { hasNotDeparted, isSaleOver } from '#features/catalogue/domain/selling.ts';
import { timesOfUse } from '#features/catalogue/domain/times-of-use.ts';
import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { NeededEntry } from '#features/waiting-room/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { parseId } from '#wire/fields.ts';
import { asksForTravelTime, type Holder, holderProblems } from '../domain/holder.ts';
import type { CartRefusal } from './cart-refusals.ts';

/** The item that the caller requests. */
export interface WantedItem {
  readonly kind: ItemRow['kind'];
  readonly externalCode: string;
  /** As typed; null for merchandise. */
  readonly holder: Holder | null;
  /** Null for a new cart. */
  readonly cartCode: string | null;
  /** Null if not logged in. */
  readonly customerId: number | null;
  /** Hash of the request's key, which prevents a second add; null for a request without a key. */
  readonly requestKey: Buffer | null;
  /** Keyed hash of the caller's network in hexadecimal digits; null if it is not known. */
  readonly network: string | null;
  /** The entry that a waiting room in front of the item requires; null if there is none. */
  neededEntry(eventId: number | null): NeededEntry | null;
  /** When the request arrived. */
  readonly now: Date;
}

/** A request that was checked against the item and the shop, but not yet against the cart and the stock. */
export interface AddRequest extends WantedItem {
  readonly item: ItemRow;
  readonly departure: DepartureRow | null;
  readonly entry: NeededEntry | null;
}

export type ShopSwitches = Pick<PublicConfig, 'shopActive' | 'merchandiseActive' | 'events' | 'timezone'>;

/** Checks everything that needs neither the cart nor the stock. */
export function toAddRequest(
  wanted: WantedItem,
  item: ItemRow | null,
  shop: ShopSwitches,
): Result<AddRequest, CartRefusal> {
  const { holder, now } = wanted;
  if (!shop.shopActive) return refuse({ kind: 'shop_inactive' });
  if (item?.kind !== wanted.kind) return refuse({ kind: 'item_not_found' });
  if (item.kind === 'merchandise' && !shop.merchandiseActive) return refuse({ kind: 'merchandise_inactive' });
  if (isSaleOver(item, now)) return refuse({ kind: 'item_withdrawn' });
  const departure = holder ? chosenDeparture(item, holder, now) : ok(null);
  if (!departure.ok) return departure;
  if (!isPlanInTime(item.paymentPlan, beginningOf(item, departure.value, shop), now, shop.timezone)) {
    return refuse({ kind: 'plan_too_late' });
  }
  return ok({ ...wanted, item, departure: departure.value, entry: wanted.neededEntry(item.eventId) });
}

function beginningOf(item: ItemRow, departure: DepartureRow | null, { events }: ShopSwitches): Date | null {
  const travelTime = departure?.departsAt ?? item.travelTime;
  const eventId = item.eventId === null ? null : String(item.eventId);
  return timesOfUse({ eventId, travelTime: travelTime?.toISOString() ?? null }, events)?.begins ?? null;
}

/** Returns the departure that the buyer chose; null for an item without selectable times. */
function chosenDeparture(item: ItemRow, holder: Holder, now: Date): Result<DepartureRow | null, CartRefusal> {
  const rules = { type: item.type, ageOptions: item.details.ageOptions, travelTimeType: item.travelTimeType };
  const id = parseId(holder.transportTimeId);
  const departure = asksForTravelTime(rules) ? item.departures.find((one) => one.id === id) : null;
  const problems = holderProblems(rules, holder);
  if (problems.length > 0) return refuse({ kind: 'holder', problems });
  if (departure === undefined) return refuse({ kind: 'departure_unknown' });
  if (departure && !hasNotDeparted(departure.departsAt, now)) return refuse({ kind: 'departure_gone' });
  return ok(departure);
}
