import type { Queryable, Tx } from '#platform/db/db.ts';

/** Locks an item if nobody else has; returns whether it did. */
export async function tryLockItem(tx: Tx, itemId: number): Promise<boolean> {
  return (await tx.row('select 1 from shop_items where id = $1 for no key update skip locked', [itemId])) !== undefined;
}

// A release also reduces `capacity` towards `capacity_wanted`, as far as units still sold and held allow.
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
 * Deletes units, held or sold, moves the counters in the same statement and returns their number. Needs the items'
 * locks.
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
 * Deletes up to `limit` holds of the items that ended by `now` and returns their number. Needs the items' locks. Skips
 * holds that are being extended. Checks the expiry both when locking and when deleting, so that a unit sold or extended
 * meanwhile is never deleted.
 */
export async function deleteExpiredUnits(
  tx: Tx,
  itemIds: readonly number[],
  now: Date,
  limit: number,
): Promise<number> {
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
    [itemIds, now, limit],
  );
  return row?.count ?? 0;
}

/** Items with expired holds, the longest overdue first. */
export async function itemsWithExpiredUnits(db: Queryable, now: Date, limit: number): Promise<number[]> {
  const rows = await db.rows<{ itemId: number }>(
    `select item_id as "itemId"
     from stock_units
     where status = 'held' and held_until <= $1
     group by item_id
     order by min(held_until)
     limit $2`,
    [now, limit],
  );
  return rows.map((row) => row.itemId);
}
