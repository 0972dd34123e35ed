import type { Tx } from '#platform/db/db.ts';

/** Raises the capacity of a full item, and of its full departure, to one more than is taken. Needs their locks. */
export async function raiseFullCapacity(
  tx: Tx,
  { itemId, departureId }: { itemId: number; departureId: number | null },
) {
  await tx.run('update shop_items set capacity = sold + held + 1 where id = $1 and capacity <= sold + held', [itemId]);
  await tx.run('update departures set capacity = sold + held + 1 where id = $1 and capacity <= sold + held', [
    departureId,
  ]);
}

/** How many units are taken, compared with the capacity that the operator set. */
export interface OverCapacity {
  readonly itemId: number;
  /** Null for the item itself. */
  readonly departureId: number | null;
  readonly capacity: number;
  readonly taken: number;
}

/** Returns the items and departures with more units sold and held than the operator's capacity; items first. */
export function overCapacity(
  tx: Tx,
  { itemIds, departureIds }: { readonly itemIds: readonly number[]; readonly departureIds: readonly number[] },
): Promise<OverCapacity[]> {
  return tx.rows<OverCapacity>(
    `select id as "itemId", null::bigint as "departureId", capacity_wanted as capacity, sold + held as taken
     from shop_items
     where id = any($1) and sold + held > capacity_wanted
     union all
     select item_id, id, capacity_wanted, sold + held
     from departures
     where id = any($2) and sold + held > capacity_wanted
     order by "departureId" nulls first, "itemId"`,
    [itemIds, departureIds],
  );
}
