import { lockCustomer } from '#features/customers/server/public.ts';
import { unpaidOf } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';

export type UnpaidLimits = Pick<Limits, 'unpaid-orders' | 'unpaid-items'>;

/**
 * Whether an account may have one more order that waits for its money, with so many items: what is ordered and not paid is kept from
 * everybody else, for days with a transfer. The only one may have any number of items. Locks the account until the transaction ends, so
 * that orders which come at once count each other; after the voucher, before any item.
 */
export async function mayOweMore(
  tx: Tx,
  limits: UnpaidLimits | undefined,
  customerId: number,
  items: number,
): Promise<boolean> {
  const mostOrders = limits?.['unpaid-orders'] || Number.POSITIVE_INFINITY;
  const mostItems = limits?.['unpaid-items'] || Number.POSITIVE_INFINITY;
  if (Math.min(mostOrders, mostItems) === Number.POSITIVE_INFINITY) return true;
  // Sent together, and two statements all the same: counted within the locking one, those that were waited for would be missing.
  const [, unpaid] = await Promise.all([lockCustomer(tx, customerId), unpaidOf(tx, customerId)]);
  return unpaid.orders === 0 || (unpaid.orders < mostOrders && unpaid.items + items <= mostItems);
}
