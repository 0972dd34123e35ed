import { moveOrder, type OrderRow } from '#features/orders/server/public.ts';
import { awaitPaymentAgain } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { openDisputesOf } from './open-dispute-store.ts';

/**
 * Gives locked orders that have received money the status `problem` again while other money of theirs is disputed, so
 * that nobody is admitted.
 */
export async function freezeDisputed(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  const disputes = await openDisputesOf(
    tx,
    orders.map(({ id }) => id),
  );
  for (const order of orders) {
    if (!disputes.some(({ orderId }) => orderId === order.id)) continue;
    await moveOrder(tx, order, 'problem');
    await awaitPaymentAgain(tx, order.id);
  }
}
