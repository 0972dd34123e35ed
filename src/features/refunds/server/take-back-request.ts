import type { OrderRow } from '#features/orders/server/public.ts';
import { cancelItems } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { activeRefundsOf, lockRefund, moveRefund, type RefundRow } from './refund-store.ts';

/** An active request is cancelled: its items are as they were before. Under the locks of its order and its own. */
export async function takeBackRequest(tx: Tx, refund: RefundRow, order: OrderRow, now: Date): Promise<void> {
  await moveRefund(tx, refund, 'cancelled', now);
  // Of an order that was cancelled meanwhile nothing comes to life again.
  if (order.stock_released) await cancelItems(tx, order.id);
}

/**
 * Takes back all requests of an order that nobody has begun to work on, because the money that they ask for has gone another way.
 * Answers with their codes. Mails nobody. Under the order's lock.
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
