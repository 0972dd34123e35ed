import { lockCustomer } from '#features/customers/server/public.ts';
import { itemsFullOfTransfers, unpaidOf } from '#features/orders/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';

export type UnpaidLimits = Pick<Limits, 'unpaid-orders' | 'unpaid-items' | 'unpaid-transfer-share'>;

/**
 * Unpaid orders keep stock from everybody else, with a transfer for days. An account's only unpaid order may have any
 * number of items. Locks the account until the transaction ends, so that simultaneous orders count each other; after
 * the voucher, before any item.
 */
export async function mayOrderUnpaid(
  tx: Tx,
  limits: UnpaidLimits | undefined,
  customerId: number,
  items: number,
): Promise<boolean> {
  const mostOrders = limits?.['unpaid-orders'] || Number.POSITIVE_INFINITY;
  const mostItems = limits?.['unpaid-items'] || Number.POSITIVE_INFINITY;
  if (Math.min(mostOrders, mostItems) === Number.POSITIVE_INFINITY) return true;
  // Pipelined, but two statements: if the locking one also counted, it would miss the orders it had waited for.
  const [, unpaid] = await Promise.all([lockCustomer(tx, customerId), unpaidOf(tx, customerId)]);
  return unpaid.orders === 0 || (unpaid.orders < mostOrders && unpaid.items + items <= mostItems);
}

/**
 * A transfer keeps its items for days, so unpaid ones may have only a share of each. Counted without a lock, which every
 * buyer of the item would wait for: orders placed at the same moment may together pass the share.
 */
export async function hasRoomForTransfer(
  db: Queryable,
  limits: UnpaidLimits | undefined,
  itemIds: readonly number[],
): Promise<boolean> {
  const share = limits?.['unpaid-transfer-share'] ?? 0;
  if (share === 0) return true;
  const wanted = [...Map.groupBy(itemIds, (id) => id)].map(([itemId, all]) => ({ itemId, count: all.length }));
  return (await itemsFullOfTransfers(db, wanted, share)).length === 0;
}
