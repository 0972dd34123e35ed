import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import type { Queryable } from '#platform/db/db.ts';

export interface GivenStockItem {
  externalCode?: string;
  kind?: 'tickets' | 'merchandise';
  name?: string;
  type?: string;
  price?: number;
  fee?: number;
  taxBasisPoints?: number;
  limitPerOrder?: number;
  travelTimeType?: 'fixed' | 'selectable' | null;
  travelTime?: Date | null;
  paymentPlan?: readonly PlanStep[];
  ageOptions?: readonly string[];
  /** Null if unlimited. */
  capacity?: number | null;
  eventId?: number | null;
}

let count = 0;

/** A stored item with nothing sold or held; unlimited by default. */
export async function givenItem(
  db: Queryable,
  item: GivenStockItem = {},
): Promise<{ id: number; externalCode: string; name: string }> {
  count += 1;
  const externalCode = item.externalCode ?? `item-${count}`;
  const name = item.name ?? `Item ${count}`;
  const kind = item.kind ?? 'tickets';
  const row = await db.row<{ id: number }>(
    `insert into shop_items (
       external_code, kind, name, type, event_id, position, price, fee, tax_basis_points, refund_fee, limit_per_order,
       travel_time_type, travel_time, timezone, payment_plan, details, capacity, capacity_wanted
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, 'Europe/Amsterdam', $13, $14, $15, $15)
     returning id`,
    [
      externalCode,
      kind,
      name,
      item.type ?? (kind === 'tickets' ? 'ticket' : 'apparel'),
      item.eventId ?? null,
      count,
      item.price ?? 10_000,
      item.fee ?? 500,
      item.taxBasisPoints ?? 900,
      item.limitPerOrder ?? 0,
      item.travelTimeType ?? null,
      item.travelTime ?? null,
      JSON.stringify(item.paymentPlan ?? []),
      JSON.stringify(someDetails(item.ageOptions ?? [])),
      item.capacity ?? null,
    ],
  );
  return { id: row!.id, externalCode, name };
}

/** A stored departure without taken seats; unlimited by default. */
export async function givenDeparture(
  db: Queryable,
  itemId: number,
  departsAt: Date,
  capacity: number | null = null,
): Promise<number> {
  count += 1;
  const row = await db.row<{ id: number }>(
    `insert into departures (item_id, code, departs_at, capacity, capacity_wanted)
     values ($1, $2, $3, $4, $4)
     returning id`,
    [itemId, `departure-${count}`, departsAt, capacity],
  );
  return row!.id;
}

export interface Counters {
  capacity: number | null;
  sold: number;
  held: number;
}

export async function itemCounters(db: Queryable, itemId: number): Promise<Counters> {
  return (await db.row<Counters>('select capacity, sold, held from shop_items where id = $1', [itemId]))!;
}

export async function departureCounters(db: Queryable, departureId: number): Promise<Counters> {
  return (await db.row<Counters>('select capacity, sold, held from departures where id = $1', [departureId]))!;
}

const someDetails = (ageOptions: readonly string[]) => ({
  images: ['/media/pass'],
  description: '<p>A pass.</p>',
  isFeatured: false,
  forceView: false,
  isRefundable: true,
  allowRefundRequestsFrom: null,
  allowRefundRequestsUntil: null,
  allowNameChanges: true,
  allowNameChangesUntil: null,
  nameChangeLimit: 3,
  allowEmailChanges: true,
  allowTravelTimeChangesUntil: null,
  ageOptions,
});
