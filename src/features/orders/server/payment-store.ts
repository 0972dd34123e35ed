import type { Queryable, Tx } from '#platform/db/db.ts';
import { statusByMoney } from '../domain/order-status.ts';
import { canMovePayment, isClosed, type PaymentStatus } from '../domain/payment-status.ts';

export interface PaymentRow {
  id: number;
  order_id: number;
  position: number;
  reference: string;
  amount: number;
  paid_amount: number;
  due_at: Date;
  paid_at: Date | null;
  status: PaymentStatus;
  attempts: number;
}

const columns = 'id, order_id, position, reference, amount, paid_amount, due_at, paid_at, status, attempts';

/** In their order. The lock of their order guards them. */
export const paymentsOf = (db: Queryable, orderIds: readonly number[]): Promise<PaymentRow[]> =>
  db.rows(`select ${columns} from payments where order_id = any($1) order by order_id, position`, [orderIds]);

/** One payment of an order that is known to have it. */
export async function paymentOf(db: Queryable, orderId: number, paymentId: number): Promise<PaymentRow> {
  const row = await db.row<PaymentRow>(`select ${columns} from payments where order_id = $1 and id = $2`, [
    orderId,
    paymentId,
  ]);
  if (!row) throw new Error(`Order ${orderId} has no payment ${paymentId}`);
  return row;
}

export interface PaymentMove {
  /** As it was read under its order's lock. */
  readonly payment: PaymentRow;
  readonly to: PaymentStatus;
  /** What counts for it from now on, in minor units, and when it was paid; both stay as they are when absent. */
  readonly paidAmount?: number;
  readonly paidAt?: Date | null;
}

/**
 * Moves payments along the table of the domain, with their money, in one statement; a move that the table does not know is a bug. Call it
 * under the lock of their order, with rows that were read under it: a row that has moved meanwhile was read without, which is a bug too.
 */
export async function movePayments(tx: Tx, moves: readonly PaymentMove[]): Promise<void> {
  const moved = moves.map(({ payment, to, paidAmount = payment.paid_amount, paidAt = payment.paid_at }) => {
    if (payment.status !== to && !canMovePayment(payment.status, to)) {
      throw new Error(`Payment ${payment.reference} cannot move from ${payment.status} to ${to}`);
    }
    return { id: payment.id, was: payment.status, status: to, paid_amount: paidAmount, paid_at: paidAt };
  });
  if (moved.length === 0) return;
  const count = await tx.run(
    `update payments p
     set status = move.status, paid_amount = move.paid_amount, paid_at = move.paid_at
     from jsonb_to_recordset($1) as move (id bigint, was text, status text, paid_amount bigint, paid_at timestamptz)
     where p.id = move.id
       and p.status = move.was`,
    [JSON.stringify(moved)],
  );
  if (count !== moved.length) throw new Error(`${moved.length - count} payments had moved meanwhile`);
  for (const [index, { payment }] of moves.entries()) {
    const { status, paid_amount, paid_at } = moved[index]!;
    Object.assign(payment, { status, paid_amount, paid_at });
  }
}

/** Money counts for payments; one that is complete with it is paid. */
export const payPayments = (
  tx: Tx,
  shares: readonly { readonly payment: PaymentRow; readonly amount: number }[],
  receivedAt: Date,
): Promise<void> =>
  movePayments(
    tx,
    shares.map(({ payment, amount }) => {
      const paidAmount = payment.paid_amount + amount;
      const to = statusByMoney(payment.amount, paidAmount);
      return { payment, to, paidAmount, paidAt: to === 'paid' ? receivedAt : null };
    }),
  );

/** Nobody is asked for these payments any more: their order has ended, or its plan is refunded. */
export const cancelOpenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments.filter(({ status }) => !isClosed(status)).map((payment) => ({ payment, to: 'cancelled' })),
  );

/** The cancelled payments of an order that is brought back wait for their money again. */
export const reopenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments
      .filter(({ status }) => status === 'cancelled')
      .map((payment) => ({ payment, to: statusByMoney(payment.amount, payment.paid_amount) })),
  );

/** Counts one more try, as a part of the statement that writes the attempt: its `$1` is the payment's id. */
export const COUNT_ATTEMPT = 'update payments set attempts = attempts + 1 where id = $1 returning id, order_id';

/** The operator may have set the number back meanwhile: it never goes below 0. Under the order's lock. */
export const uncountAttempt = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = greatest(attempts - 1, 0) where id = $1', [paymentId]);

export const resetTries = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = 0 where id = $1', [paymentId]);

/** When an open payment of a plan is looked at next; null: never again. */
export const setNextReminder = (db: Queryable, paymentId: number, at: Date | null): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1', [paymentId, at]);

/** The same for one whose look at `now` failed, unless it was looked at meanwhile. */
export const putOffReminder = (db: Queryable, paymentId: number, until: Date, now: Date): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1 and next_reminder_at <= $3', [paymentId, until, now]);

/** Nobody looks at the closed payments of an order any more. */
export const endRemindersOfClosed = (tx: Tx, orderId: number): Promise<number> =>
  tx.run(
    `update payments set next_reminder_at = null
     where order_id = $1 and status in ('paid', 'cancelled') and next_reminder_at is not null`,
    [orderId],
  );
