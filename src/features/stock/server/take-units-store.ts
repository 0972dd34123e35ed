import type { Tx } from '#platform/db/db.ts';
import type { StockDeparture, StockItem, UnitRequest } from '../domain/allocate-units.ts';

// Everything that changes stock locks the item's row first, then the rows of its departures, each by id. The counters
// are in those rows, so the locking statement returns exactly the values that the lock guards. `no key update` does not
// block foreign keys.

export const ITEM_COLUMNS = 'id, is_active as "isActive", capacity, sold, held';

const DEPARTURE_COLUMNS =
  'id, item_id as "itemId", is_active as "isActive", departs_at as "departsAt", capacity, sold, held';

export function lockItems(tx: Tx, itemIds: readonly number[]): Promise<StockItem[]> {
  return tx.rows<StockItem>(`select ${ITEM_COLUMNS} from shop_items where id = any($1) order by id for no key update`, [
    itemIds,
  ]);
}

/**
 * Needs the locks of their items, which already keep the counters stable. This query has to read the rows anyway, so it
 * locks them too: code that changes a departure without its item's lock then waits instead of corrupting the count.
 */
export function lockDepartures(tx: Tx, departureIds: readonly number[]): Promise<StockDeparture[]> {
  return tx.rows<StockDeparture>(
    `select ${DEPARTURE_COLUMNS} from departures where id = any($1) order by id for no key update`,
    [departureIds],
  );
}

export interface NewUnit extends UnitRequest {
  /** Null if it is sold immediately. */
  readonly heldUntil: Date | null;
}

/** Writes units and moves the counters in one statement; returns ids in the given order. Needs the items' locks. */
export async function insertUnits(tx: Tx, units: readonly NewUnit[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `with unit as materialized (
       select
         nextval(pg_get_serial_sequence('stock_units', 'id')) as id,
         position,
         item_id,
         departure_id,
         held_until
       from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) with ordinality
         as given (item_id, departure_id, held_until, position)
     ), inserted as (
       insert into stock_units (id, item_id, departure_id, status, held_until)
       overriding system value
       select id, item_id, departure_id, case when held_until is null then 'sold' else 'held' end, held_until
       from unit
     ), counted_items as (
       update shop_items
       set held = shop_items.held + taken.held, sold = shop_items.sold + taken.sold
       from (
         select item_id, count(held_until)::int as held, (count(*) - count(held_until))::int as sold
         from unit
         group by item_id
       ) taken
       where shop_items.id = taken.item_id
     ), counted_departures as (
       update departures
       set held = departures.held + taken.held, sold = departures.sold + taken.sold
       from (
         select departure_id, count(held_until)::int as held, (count(*) - count(held_until))::int as sold
         from unit
         where departure_id is not null
         group by departure_id
       ) taken
       where departures.id = taken.departure_id
     )
     select id from unit order by position`,
    [units.map((unit) => unit.itemId), units.map((unit) => unit.departureId), units.map((unit) => unit.heldUntil)],
  );
  return rows.map((row) => row.id);
}

/** Changes when holds end. If it returns false, one has already ended and the caller must roll back. */
export async function extendHolds(
  tx: Tx,
  holds: readonly { readonly unitId: number; readonly heldUntil: Date }[],
): Promise<boolean> {
  if (holds.length === 0) return true;
  const extended = await tx.run(
    `update stock_units
     set held_until = given.held_until
     from unnest($1::bigint[], $2::timestamptz[]) as given (id, held_until)
     where stock_units.id = given.id and status = 'held'`,
    [holds.map((hold) => hold.unitId), holds.map((hold) => hold.heldUntil)],
  );
  return extended === holds.length;
}
