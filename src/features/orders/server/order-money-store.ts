import type { Tx } from '#platform/db/db.ts';
import { canMove, type OrderStatus, statusByMoney } from '../domain/order-status.ts';
import type { OrderRow } from './order-store.ts';

/** Throws if the domain's transitions do not allow the move. */
export async function moveOrder(tx: Tx, order: OrderRow, to: OrderStatus): Promise<void> {
  if (order.paymentStatus === to) return;
  expectMove(order, to);
  await tx.run('update orders set payment_status = $2 where id = $1', [order.id, to]);
  order.paymentStatus = to;
}

function expectMove(order: OrderRow, to: OrderStatus): void {
  if (order.paymentStatus !== to && !canMove(order.paymentStatus, to)) {
    throw new Error(`Order ${order.code} cannot move from ${order.paymentStatus} to ${to}`);
  }
}

/** Once its items are issued an order has no deadline; a short one keeps it. */
export async function addPaid(tx: Tx, order: OrderRow, amount: number, keepsDeadline: boolean): Promise<void> {
  const paid = order.totalPaid + amount;
  const status = statusByMoney(order.totalPrice, paid);
  expectMove(order, status);
  await tx.run(
    `update orders
     set total_paid = total_paid + $2, payment_status = $3, pay_by = case when $4 then pay_by end
     where id = $1`,
    [order.id, amount, status, keepsDeadline],
  );
  order.totalPaid = paid;
  order.paymentStatus = status;
  if (!keepsDeadline) order.payBy = null;
}

/** The caller decides on the status. */
export async function takePaidBack(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_paid = total_paid - $2 where id = $1', [order.id, amount]);
  order.totalPaid -= amount;
}

/** Paid back by a refund or by hand. */
export async function addRefunded(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_refunded = total_refunded + $2 where id = $1', [order.id, amount]);
  order.totalRefunded += amount;
}
