import type { Tx } from '#platform/db/db.ts';
import type { StockItem } from '../domain/allocate-units.ts';
import { ITEM_COLUMNS } from './take-units-store.ts';

/**
 * Locks the items of units. A unit never changes its item, so reading it needs no lock. Statements that move the
 * counters lock the items too, but in no fixed order and after the units: two sales of several items, or a sale and a
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
         and not exists (select from shop_items item where item.id = item_id and item.withdrawn_at is not null)
         and not exists (
           select from departures departure where departure.id = departure_id and departure.withdrawn_at is not null
         )
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
