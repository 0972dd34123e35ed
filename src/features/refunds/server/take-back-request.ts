import type { OrderRow } from '#features/orders/server/public.ts';
import { cancelItems } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { activeRefundsOf, lockRefund, moveRefund, type RefundRow } from './refund-store.ts';

/** Cancels a request, which makes its items valid again. Call it under the locks of order and refund. */
export async function takeBackRequest(tx: Tx, refund: RefundRow, order: OrderRow, now: Date): Promise<void> {
  await moveRefund(tx, refund, 'cancelled', now);
  // The items of an order that was cancelled meanwhile stay cancelled.
  if (order.stockReleased) await cancelItems(tx, order.id);
}

/**
 * Cancels requests that nobody has started, because their money was taken back in another way. Returns their codes;
 * sends no mail. Call it under the order's lock.
 */
export async function takeBackRequests(tx: Tx, order: OrderRow, now: Date): Promise<string[]> {
  const codes: string[] = [];
  for (const id of await activeRefundsOf(tx, order.id)) {
    const refund = (await lockRefund(tx, id))!;
    await takeBackRequest(tx, refund, order, now);
    codes.push(refund.code);
  }
  return codes;
}
