import type { Tx } from '#platform/db/db.ts';
import { canMove, type OrderStatus, statusByMoney } from '../domain/order-status.ts';
import type { OrderRow } from './order-store.ts';

/** Throws if the domain's transitions do not allow the move. */
export async function moveOrder(tx: Tx, order: OrderRow, to: OrderStatus): Promise<void> {
  if (order.payment_status === to) return;
  expectMove(order, to);
  await tx.run('update orders set payment_status = $2 where id = $1', [order.id, to]);
  order.payment_status = to;
}

function expectMove(order: OrderRow, to: OrderStatus): void {
  if (order.payment_status !== to && !canMove(order.payment_status, to)) {
    throw new Error(`Order ${order.code} cannot move from ${order.payment_status} to ${to}`);
  }
}

/** Once its items are issued an order has no deadline; a short one keeps it. */
export async function addPaid(tx: Tx, order: OrderRow, amount: number, keepsDeadline: boolean): Promise<void> {
  const paid = order.total_paid + amount;
  const status = statusByMoney(order.total_price, paid);
  expectMove(order, status);
  await tx.run(
    `update orders
     set total_paid = total_paid + $2, payment_status = $3, pay_by = case when $4 then pay_by end
     where id = $1`,
    [order.id, amount, status, keepsDeadline],
  );
  order.total_paid = paid;
  order.payment_status = status;
  if (!keepsDeadline) order.pay_by = null;
}

/** The caller decides on the status. */
export async function takePaidBack(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_paid = total_paid - $2 where id = $1', [order.id, amount]);
  order.total_paid -= amount;
}

/** Paid back by a refund or by hand. */
export async function addRefunded(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_refunded = total_refunded + $2 where id = $1', [order.id, amount]);
  order.total_refunded += amount;
}
