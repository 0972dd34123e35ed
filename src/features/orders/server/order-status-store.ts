import type { Tx } from '#platform/db/db.ts';
import { canMove, type OrderStatus } from '../domain/order-status.ts';
import type { OrderRow } from './order-store.ts';

/** Changes the status of an order. Throws if the domain's transitions do not allow it. */
export async function moveOrder(tx: Tx, order: OrderRow, to: OrderStatus): Promise<void> {
  if (order.paymentStatus === to) return;
  assertMove(order, to);
  await tx.run('update orders set payment_status = $2 where id = $1', [order.id, to]);
  order.paymentStatus = to;
}

export function assertMove(order: OrderRow, to: OrderStatus): void {
  if (order.paymentStatus !== to && !canMove(order.paymentStatus, to)) {
    throw new Error(`Order ${order.code} cannot move from ${order.paymentStatus} to ${to}`);
  }
}
