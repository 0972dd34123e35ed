import type { Queryable, Tx } from '#platform/db/db.ts';
import type { StockDeparture, StockItem } from '../domain/allocate-units.ts';

// Everything that changes stock locks the item's row first, then the rows of its departures, each by id. The counters
// are in those rows, so the locking statement returns exactly the values that the lock guards. `no key update` does not
// block foreign keys.

const ITEM_COLUMNS = 'id, is_active as "isActive", capacity, sold, held';
const DEPARTURE_COLUMNS =
  'id, item_id as "itemId", is_active as "isActive", departs_at as "departsAt", capacity, sold, held';

export function lockItems(tx: Tx, itemIds: readonly number[]): Promise<StockItem[]> {
  return tx.rows<StockItem>(`select ${ITEM_COLUMNS} from shop_items where id = any($1) order by id for no key update`, [
    itemIds,
  ]);
}

/**
 * Needs the locks of their items, which already keep the counters stable. This statement has to read them anyway, so it
 * locks them too: code that changes a departure without its item's lock then waits instead of corrupting the count.
 */
export function lockDepartures(tx: Tx, departureIds: readonly number[]): Promise<StockDeparture[]> {
  return tx.rows<StockDeparture>(
    `select ${DEPARTURE_COLUMNS} from departures where id = any($1) order by id for no key update`,
    [departureIds],
  );
}

/**
 * Locks the items of units; a unit never changes its item, so reading it needs no lock. Statements that move the
 * counters also lock the items, but in no fixed order and after the units: two sales of several items, or a sale and a
 * swap, could deadlock.
 */
export function lockItemsOfUnits(tx: Tx, unitIds: readonly number[]): Promise<StockItem[]> {
  return tx.rows<StockItem>(
    `select ${ITEM_COLUMNS} from shop_items
     where id in (select item_id from stock_units where id = any($1))
     order by id
     for no key update`,
    [unitIds],
  );
}

/** Locks one item if nobody else has locked it; returns whether it did. */
export async function tryLockItem(tx: Tx, itemId: number): Promise<boolean> {
  return (await tx.row('select 1 from shop_items where id = $1 for no key update skip locked', [itemId])) !== undefined;
}

export interface NewUnit {
  readonly itemId: number;
  readonly departureId: number | null;
  /** Null: sold immediately. */
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

// A release also reduces `capacity` towards the operator's number, as far as units still sold and held allow.
const capacityAfterRelease = (table: 'shop_items' | 'departures') => `case
           when ${table}.capacity is null then null
           else greatest(${table}.capacity_wanted, ${table}.sold - freed.sold + ${table}.held - freed.held)
         end`;

const FREED = `count(*) filter (where status = 'held')::int as held, count(*) filter (where status = 'sold')::int as sold`;

/** Subtracts the rows of `gone` (item_id, departure_id, status) from the counters. */
const COUNT_GONE = `
     counted_items as (
       update shop_items
       set held = shop_items.held - freed.held,
           sold = shop_items.sold - freed.sold,
           capacity = ${capacityAfterRelease('shop_items')}
       from (select item_id, ${FREED} from gone group by item_id) freed
       where shop_items.id = freed.item_id
     ), counted_departures as (
       update departures
       set held = departures.held - freed.held,
           sold = departures.sold - freed.sold,
           capacity = ${capacityAfterRelease('departures')}
       from (select departure_id, ${FREED} from gone where departure_id is not null group by departure_id) freed
       where departures.id = freed.departure_id
     )`;

/**
 * Deletes units, held or sold, moves the counters in the same statement and returns how many there were. Needs the
 * items' locks.
 */
export async function deleteUnits(tx: Tx, unitIds: readonly number[]): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `with gone as (
       delete from stock_units
       where id = any($1)
       returning item_id, departure_id, status
     ), ${COUNT_GONE}
     select count(*) from gone`,
    [unitIds],
  );
  return row?.count ?? 0;
}

/**
 * Deletes up to `most` holds of the items that ended by `now` and returns how many. Needs the items' locks. Skips holds
 * that are being extended. Both the locking and the deleting part check the expiry, so that however units are chosen,
 * one sold or extended meanwhile is never deleted.
 */
export async function deleteExpiredUnits(tx: Tx, itemIds: readonly number[], now: Date, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `with expired as materialized (
       select id
       from stock_units
       where status = 'held' and item_id = any($1) and held_until <= $2
       limit $3
       for update skip locked
     ), gone as (
       delete from stock_units
       where id in (select id from expired) and status = 'held' and held_until <= $2
       returning item_id, departure_id, status
     ), ${COUNT_GONE}
     select count(*) from gone`,
    [itemIds, now, most],
  );
  return row?.count ?? 0;
}

/** Items that have expired holds, the longest overdue first. */
export async function itemsWithExpiredUnits(db: Queryable, now: Date, most: number): Promise<number[]> {
  const rows = await db.rows<{ itemId: number }>(
    `select item_id as "itemId"
     from stock_units
     where status = 'held' and held_until <= $1
     group by item_id
     order by min(held_until)
     limit $2`,
    [now, most],
  );
  return rows.map((row) => row.itemId);
}

/**
 * Turns unexpired holds into sold units and moves the counters, all or none: returns the number of `unitIds`, or 0.
 * Needs the items' locks.
 */
export async function sellHeldUnits(tx: Tx, unitIds: readonly number[], now: Date): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `with ready as materialized (
       select id
       from stock_units
       where id = any($1) and status = 'held' and held_until > $2
       for update
     ), sale as (
       update stock_units
       set status = 'sold', held_until = null
       where id in (select id from ready) and (select count(*) from ready) = $3
       returning item_id, departure_id
     ), counted_items as (
       update shop_items
       set held = shop_items.held - moved.units, sold = shop_items.sold + moved.units
       from (select item_id, count(*)::int as units from sale group by item_id) moved
       where shop_items.id = moved.item_id
     ), counted_departures as (
       update departures
       set held = departures.held - moved.units, sold = departures.sold + moved.units
       from (
         select departure_id, count(*)::int as units
         from sale
         where departure_id is not null
         group by departure_id
       ) moved
       where departures.id = moved.departure_id
     )
     select count(*) from sale`,
    [unitIds, now, unitIds.length],
  );
  return row?.count ?? 0;
}

/** Moves the end of holds and returns how many units are still held. */
export function setHeldUntil(tx: Tx, unitIds: readonly number[], heldUntil: Date): Promise<number> {
  return tx.run(`update stock_units set held_until = $2 where id = any($1) and status = 'held'`, [unitIds, heldUntil]);
}

export interface UnitRow {
  readonly id: number;
  readonly itemId: number;
  readonly departureId: number | null;
  readonly status: 'held' | 'sold';
  readonly heldUntil: Date | null;
}

/** Locks one unit. Needs its item's lock. */
export function lockUnit(tx: Tx, unitId: number): Promise<UnitRow | undefined> {
  return tx.row<UnitRow>(
    `select id, item_id as "itemId", departure_id as "departureId", status, held_until as "heldUntil"
     from stock_units
     where id = $1
     for update`,
    [unitId],
  );
}

/**
 * Moves one unit to another departure and updates both counters. Needs the locks of its item, both departures and the
 * unit.
 */
export async function moveUnit(tx: Tx, unit: UnitRow, toDepartureId: number): Promise<void> {
  await tx.run(
    `with moved as (
       update stock_units set departure_id = $2 where id = $1
     ), taken as (
       update departures
       set held = held + $4::int, sold = sold + $5::int
       where id = $2
     )
     update departures
     set held = held - $4::int,
         sold = sold - $5::int,
         capacity = case
           when capacity is null then null
           else greatest(capacity_wanted, sold - $5::int + held - $4::int)
         end
     where id = $3`,
    [unit.id, toDepartureId, unit.departureId, unit.status === 'held' ? 1 : 0, unit.status === 'sold' ? 1 : 0],
  );
}
