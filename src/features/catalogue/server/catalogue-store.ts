import { type Occasion, occasionOf } from '#features/occasions/domain/occasion.ts';
import type { Queryable } from '#platform/db/db.ts';
import { mapInTurns } from '#platform/work/in-turns.ts';
import { slicesOf } from '#platform/work/slices.ts';
import { endOfUse } from '../domain/times-of-use.ts';
import type { DepartureRow, ItemRow } from './item-row.ts';

type StoredItem = Omit<ItemRow, 'departures' | 'saleEndsAt' | 'occasion'> & {
  event: Occasion | null;
  eventEndsAt: Date | null;
  departures: (Omit<DepartureRow, 'departsAt'> & { departsAt: string })[];
};

/** SQL for the times and place of a joined event, or null. */
export const EVENT = `case when event.id is not null then json_build_object(
      'starts_at', event.starts_at,
      'ends_at', event.ends_at,
      'timezone', event.timezone,
      'venue', event.venue
    ) end`;

const ACTIVE_ITEMS = `
  select
    item.id,
    item.external_code as "externalCode",
    item.kind,
    item.name,
    item.type,
    item.event_id as "eventId",
    event.name as "eventName",
    event.ends_at as "eventEndsAt",
    ${EVENT} as event,
    item.price,
    item.fee,
    item.tax_basis_points as "taxBasisPoints",
    item.refund_fee as "refundFee",
    item.limit_per_order as "limitPerOrder",
    item.travel_time_type as "travelTimeType",
    item.travel_time as "travelTime",
    item.timezone,
    item.payment_plan as "paymentPlan",
    item.details,
    item.capacity,
    item.sold,
    item.held,
    coalesce((
      select json_agg(json_build_object(
        'id', departure.id,
        'code', departure.code,
        'departsAt', departure.departs_at,
        'capacity', departure.capacity,
        'sold', departure.sold,
        'held', departure.held
      ) order by departure.departs_at, departure.id)
      from departures departure
      where departure.item_id = item.id and departure.is_active
    ), '[]') as departures
  from shop_items item
  left join events event on event.id = item.event_id
  where item.is_active`;

const fromStore = ({ event, eventEndsAt, ...stored }: StoredItem): ItemRow => ({
  ...stored,
  occasion: occasionOf({ ...stored.details, travelTimeType: stored.travelTimeType }, event),
  saleEndsAt: stored.travelTimeType === null ? endOfUse(eventEndsAt, stored.details.validUntil) : null,
  departures: stored.departures.map((departure) => ({ ...departure, departsAt: new Date(departure.departsAt) })),
});

/**
 * The number of items that one statement reads. Thousands would keep a core of the database busy for a tenth of a
 * second, and then this process, while buyers wait.
 */
const ITEMS_PER_STATEMENT = 250;

/**
 * Returns the items on sale in the folder's order. An item, its counters and its departures are from one snapshot,
 * because one statement reads them. Items that are added or withdrawn meanwhile may be missing.
 */
export async function activeItems(db: Queryable): Promise<ItemRow[]> {
  const listed = await db.rows<{ id: number }>('select id from shop_items where is_active order by position, id');
  const items = new Map<number, ItemRow>();
  for (const some of slicesOf(listed, ITEMS_PER_STATEMENT)) {
    const ids = some.map(({ id }) => id);
    const stored = await db.rows<StoredItem>(`${ACTIVE_ITEMS} and item.id = any($1)`, [ids]);
    for (const item of await mapInTurns(stored, fromStore)) items.set(item.id, item);
  }
  return listed.flatMap(({ id }) => items.get(id) ?? []);
}

/** Returns the items with these codes that are on sale, in no particular order. */
export async function activeItemsOf(db: Queryable, externalCodes: readonly string[]): Promise<ItemRow[]> {
  const stored = await db.rows<StoredItem>(`${ACTIVE_ITEMS} and item.external_code = any($1)`, [externalCodes]);
  return stored.map(fromStore);
}

/** True if the item has the departure, whether or not it is on sale. */
export async function isDepartureOf(db: Queryable, itemId: number, departureId: number): Promise<boolean> {
  const row = await db.row('select 1 from departures where id = $1 and item_id = $2', [departureId, itemId]);
  return row !== undefined;
}

/** Counters of all items and departures on sale: `id:sold:held` or `id:sold:held:capacity`, separated by commas. */
export interface StockCounters {
  readonly items: string;
  readonly departures: string;
}

/**
 * The columns of `StockCounters`, for a statement that also reads other data. They are texts, because the driver would
 * need longer to parse a row for each counter than the database needs to read them.
 */
export const STOCK_COUNTERS = `
  (select coalesce(string_agg(concat_ws(':', item.id, item.sold, item.held, item.capacity), ',' order by item.id), '')
   from shop_items item
   where item.is_active) as items,
  (select coalesce(string_agg(concat_ws(':', seat.id, seat.sold, seat.held, seat.capacity), ',' order by seat.id), '')
   from departures seat
   join shop_items item on item.id = seat.item_id
   where seat.is_active and item.is_active) as departures`;

export async function stockCounters(db: Queryable): Promise<StockCounters> {
  const row = await db.row<StockCounters>(`select ${STOCK_COUNTERS}`);
  return row!;
}
