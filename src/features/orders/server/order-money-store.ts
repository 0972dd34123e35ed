import type { Tx } from '#platform/db/db.ts';
import { canMove, type OrderStatus, statusByMoney } from '../domain/order-status.ts';
import { canMovePayment, isClosed, type PaymentStatus } from '../domain/payment-status.ts';
import type { OrderRow } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

/** Changes the status of an order. Throws if the domain's transitions do not allow it. */
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

export interface CountedMoney {
  readonly order: OrderRow;
  readonly shares: readonly { readonly payment: PaymentRow; readonly amount: number }[];
  readonly receivedAt: Date;
  /** An order has no deadline once its items are issued. An order with too little money keeps its deadline. */
  readonly keepsDeadline: boolean;
}

/**
 * Counts money for payments and their orders, each order once. Complete payments and orders become paid. The orders
 * have their new status as soon as the statements are sent, so that statements that depend on it can be pipelined.
 * These statements take arrays: PostgreSQL expects a hundred rows in JSON, and would then read all orders of a small
 * shop.
 */
export async function countMoney(tx: Tx, counted: readonly CountedMoney[]): Promise<void> {
  if (counted.length === 0) return;
  for (const { order, shares, keepsDeadline } of counted) {
    const totalPaid = shares.reduce((all, { amount }) => all + amount, order.totalPaid);
    const paymentStatus = statusByMoney(order.totalPrice, totalPaid);
    expectMove(order, paymentStatus);
    Object.assign(order, { totalPaid, paymentStatus, ...(!keepsDeadline && { payBy: null }) });
  }
  await Promise.all([
    movePayments(
      tx,
      counted.flatMap(({ shares, receivedAt }) =>
        shares.map(({ payment, amount }) => {
          const paidAmount = payment.paidAmount + amount;
          const to = statusByMoney(payment.amount, paidAmount);
          return { payment, to, paidAmount, paidAt: to === 'paid' ? receivedAt : null };
        }),
      ),
    ),
    tx.run(
      `update orders o
       set total_paid = counted."totalPaid", payment_status = counted.status,
         pay_by = case when counted."keepsDeadline" then o.pay_by end
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[])
         as counted (id, "totalPaid", status, "keepsDeadline")
       where o.id = counted.id`,
      [
        counted.map(({ order }) => order.id),
        counted.map(({ order }) => order.totalPaid),
        counted.map(({ order }) => order.paymentStatus),
        counted.map(({ keepsDeadline }) => keepsDeadline),
      ],
    ),
  ]);
}

export interface PaymentMove {
  /** Must have been read under its order's lock. */
  readonly payment: PaymentRow;
  readonly to: PaymentStatus;
  /** The new paid amount, in minor units; unchanged if absent. */
  readonly paidAmount?: number;
  readonly paidAt?: Date | null;
}

/**
 * Moves payments to new statuses. No more reminders are sent for a closed payment. Call it under their order's lock,
 * with rows read under that lock. Throws if the domain's transitions do not allow a move, or if a row has changed.
 */
export async function movePayments(tx: Tx, moves: readonly PaymentMove[]): Promise<void> {
  if (moves.length === 0) return;
  const moved = moves.map(({ payment, to, paidAmount = payment.paidAmount, paidAt = payment.paidAt }) => {
    if (payment.status !== to && !canMovePayment(payment.status, to)) {
      throw new Error(`Payment ${payment.reference} cannot move from ${payment.status} to ${to}`);
    }
    return { payment, was: payment.status, status: to, paidAmount, paidAt };
  });
  const count = await tx.run(
    `update payments p
     set status = move.status, paid_amount = move."paidAmount", paid_at = move."paidAt",
       next_reminder_at = case when not move."isClosed" then p.next_reminder_at end
     from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[], $5::bigint[], $6::timestamptz[])
       as move (id, was, status, "isClosed", "paidAmount", "paidAt")
     where p.id = move.id
       and p.status = move.was`,
    [
      moved.map(({ payment }) => payment.id),
      moved.map(({ was }) => was),
      moved.map(({ status }) => status),
      moved.map(({ status }) => isClosed(status)),
      moved.map(({ paidAmount }) => paidAmount),
      moved.map(({ paidAt }) => paidAt),
    ],
  );
  if (count !== moved.length) throw new Error(`${moved.length - count} payments had moved meanwhile`);
  for (const { payment, status, paidAmount, paidAt } of moved) Object.assign(payment, { status, paidAmount, paidAt });
}
