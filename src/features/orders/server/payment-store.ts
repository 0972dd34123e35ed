import type { Queryable, Tx } from '#platform/db/db.ts';
import type { PaymentStatus } from '../domain/payment-status.ts';

export interface PaymentRow {
  id: number;
  orderId: number;
  position: number;
  reference: string;
  amount: number;
  paidAmount: number;
  /** The amount that the customer no longer has to pay; not included in `amount`. */
  waivedAmount: number;
  dueAt: Date;
  paidAt: Date | null;
  status: PaymentStatus;
  attempts: number;
}

const columns = `id, order_id as "orderId", position, reference, amount, paid_amount as "paidAmount",
  waived_amount as "waivedAmount", due_at as "dueAt",
  paid_at as "paidAt", status, attempts`;

/** Returns the orders' payments by position. Each order's lock protects its payments. */
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

/** Call it under the order's lock. */
export async function setDueAt(tx: Tx, payment: PaymentRow, dueAt: Date): Promise<void> {
  await tx.run('update payments set due_at = $2 where id = $1', [payment.id, dueAt]);
  payment.dueAt = dueAt;
}

/** Part of the statement that inserts attempts; `$1` are the payments' ids. */
export const COUNT_ATTEMPTS = 'update payments set attempts = attempts + 1 where id = any($1) returning id, order_id';

/**
 * Uncounts an attempt. The number never falls below 0, because the operator may have reset it in the meantime. Call it
 * under the order's lock.
 */
export const uncountAttempt = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = greatest(attempts - 1, 0) where id = $1', [paymentId]);

export const resetAttemptCount = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update payments set attempts = 0 where id = $1', [paymentId]);
