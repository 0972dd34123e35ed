import { lockCustomer } from '#features/customers/server/public.ts';
import { unpaidOf } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';

export type UnpaidLimits = Pick<Limits, 'unpaid-orders' | 'unpaid-items'>;

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
