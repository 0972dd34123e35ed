import type { Tx } from '#platform/db/db.ts';
import { lockDepartures, lockItems } from './take-units-store.ts';

/**
 * Takes items or departures off sale permanently; later imports do not restore them. Carts that hold them can no longer
 * buy them.
 */
export async function withdrawFromSale(
  tx: Tx,
  { itemIds, departureIds }: { readonly itemIds: readonly number[]; readonly departureIds: readonly number[] },
  now: Date,
): Promise<void> {
  const owners = await tx.rows<{ id: number }>('select distinct item_id as id from departures where id = any($1)', [
    departureIds,
  ]);
  await lockItems(tx, [...itemIds, ...owners.map(({ id }) => id)]);
  await lockDepartures(tx, departureIds);
  await tx.run(
    'update shop_items set is_active = false, withdrawn_at = coalesce(withdrawn_at, $2) where id = any($1)',
    [itemIds, now],
  );
  await tx.run(
    'update departures set is_active = false, withdrawn_at = coalesce(withdrawn_at, $2) where id = any($1)',
    [departureIds, now],
  );
}
