import type { Tx } from '#platform/db/db.ts';
import { statusByMoney } from '../domain/order-status.ts';
import { canMovePayment, isClosed, type PaymentStatus } from '../domain/payment-status.ts';
import { assertMove } from './order-status-store.ts';
import type { OrderContents, OrderRow } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

export interface CountedMoney {
  readonly order: OrderRow;
  readonly contents: Pick<OrderContents, 'payments'>;
  readonly shares: readonly { readonly paymentId: number; readonly amount: number }[];
  readonly receivedAt: Date;
  /** Whether the money issues the items. The order then no longer has a deadline. */
  readonly issuesItems: boolean;
}

/**
 * Counts money for payments and their orders, each order once. Complete payments and orders become paid. The orders
 * have their new status as soon as the statements are sent, so that statements that depend on it can be pipelined.
 * These statements take arrays: PostgreSQL expects a hundred rows in JSON, and would then read all orders of a small
 * shop.
 */
export async function countMoney(tx: Tx, counted: readonly CountedMoney[]): Promise<void> {
  if (counted.length === 0) return;
  for (const { order, shares, issuesItems } of counted) {
    const totalPaid = shares.reduce((all, { amount }) => all + amount, order.totalPaid);
    const paymentStatus = statusByMoney(order.totalPrice, totalPaid);
    assertMove(order, paymentStatus);
    Object.assign(order, { totalPaid, paymentStatus, ...(issuesItems && { payBy: null }) });
  }
  await Promise.all([
    movePayments(
      tx,
      counted.flatMap(({ contents, shares, receivedAt }) =>
        shares.map(({ paymentId, amount }) => {
          const payment = contents.payments.find(({ id }) => id === paymentId)!;
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
        counted.map(({ issuesItems }) => !issuesItems),
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
