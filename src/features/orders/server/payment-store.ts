import type { Queryable, Tx } from '#platform/db/db.ts';
import { statusByMoney } from '../domain/order-status.ts';
import { canMovePayment, isClosed, type PaymentStatus } from '../domain/payment-status.ts';

export interface PaymentRow {
  id: number;
  orderId: number;
  position: number;
  reference: string;
  amount: number;
  paidAmount: number;
  dueAt: Date;
  paidAt: Date | null;
  status: PaymentStatus;
  attempts: number;
}

const columns = `id, order_id as "orderId", position, reference, amount, paid_amount as "paidAmount", due_at as "dueAt",
  paid_at as "paidAt", status, attempts`;

/** Returns the order's payments by position. The order's lock guards them. */
export const paymentsOf = (db: Queryable, orderIds: readonly number[]): Promise<PaymentRow[]> =>
  db.rows(`select ${columns} from payments where order_id = any($1) order by order_id, position`, [orderIds]);

export async function paymentOf(db: Queryable, orderId: number, paymentId: number): Promise<PaymentRow> {
  const row = await db.row<PaymentRow>(`select ${columns} from payments where order_id = $1 and id = $2`, [
    orderId,
    paymentId,
  ]);
  if (!row) throw new Error(`Order ${orderId} has no payment ${paymentId}`);
  return row;
}

export interface PaymentMove {
  /** Read under its order's lock. */
  readonly payment: PaymentRow;
  readonly to: PaymentStatus;
  /** The new amount that counts, in minor units; unchanged if absent. */
  readonly paidAmount?: number;
  readonly paidAt?: Date | null;
}

/**
 * A closed payment gets no more reminders. Call it under their order's lock with rows read under it. Throws if the
 * domain's transitions do not allow a move, or a row has changed.
 */
export async function movePayments(tx: Tx, moves: readonly PaymentMove[]): Promise<void> {
  const moved = moves.map(({ payment, to, paidAmount = payment.paidAmount, paidAt = payment.paidAt }) => {
    if (payment.status !== to && !canMovePayment(payment.status, to)) {
      throw new Error(`Payment ${payment.reference} cannot move from ${payment.status} to ${to}`);
    }
    return {
      id: payment.id,
      was: payment.status,
      status: to,
      isClosed: isClosed(to),
      paidAmount,
      paidAt,
    };
  });
  if (moved.length === 0) return;
  const count = await tx.run(
    `update payments p
     set status = move.status, paid_amount = move."paidAmount", paid_at = move."paidAt",
       next_reminder_at = case when not move."isClosed" then p.next_reminder_at end
     from jsonb_to_recordset($1) as move
       (id bigint, was text, status text, "isClosed" boolean, "paidAmount" bigint, "paidAt" timestamptz)
     where p.id = move.id
       and p.status = move.was`,
    [JSON.stringify(moved)],
  );
  if (count !== moved.length) throw new Error(`${moved.length - count} payments had moved meanwhile`);
  for (const [index, { payment }] of moves.entries()) {
    const { status, paidAmount, paidAt } = moved[index]!;
    Object.assign(payment, { status, paidAmount, paidAt });
  }
}

/** A complete payment becomes paid. */
export const payPayments = (
  tx: Tx,
  shares: readonly { readonly payment: PaymentRow; readonly amount: number }[],
  receivedAt: Date,
): Promise<void> =>
  movePayments(
    tx,
    shares.map(({ payment, amount }) => {
      const paidAmount = payment.paidAmount + amount;
      const to = statusByMoney(payment.amount, paidAmount);
      return { payment, to, paidAmount, paidAt: to === 'paid' ? receivedAt : null };
    }),
  );

export const cancelOpenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments.filter(({ status }) => !isClosed(status)).map((payment) => ({ payment, to: 'cancelled' })),
  );

export const reopenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments
      .filter(({ status }) => status === 'cancelled')
      .map((payment) => ({ payment, to: statusByMoney(payment.amount, payment.paidAmount) })),
  );

/** Call it under the order's lock. */
export async function setDueAt(tx: Tx, payment: PaymentRow, dueAt: Date): Promise<void> {
  await tx.run('update payments set due_at = $2 where id = $1', [payment.id, dueAt]);
  payment.dueAt = dueAt;
}

/** Part of the statement that inserts attempts; `$1` is the payments' ids. */
export const COUNT_ATTEMPTS = 'update payments set attempts = attempts + 1 where id = any($1) returning id, order_id';

/**
 * Takes back an attempt that does not count. Never below 0, because the operator may have reset the number meanwhile.
 * Call it under the order's lock.
 */
export const uncountAttempt = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = greatest(attempts - 1, 0) where id = $1', [paymentId]);

export const resetAttemptCount = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = 0 where id = $1', [paymentId]);
