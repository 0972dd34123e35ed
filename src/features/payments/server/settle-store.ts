import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Tx } from '#platform/db/db.ts';
import { type AttemptStatus, canMoveAttempt } from '../domain/attempt-status.ts';
import type { Attention } from '../domain/attention.ts';
import { returnTimeOf } from '../domain/return-time.ts';
import type { PaymentShare } from '../domain/spread-money.ts';
import { type AttemptRow, attemptColumns, fromAttempts } from './attempt-store.ts';

export interface Movement {
  /** A gateway's name, or 'bank'. */
  readonly source: string;
  readonly transaction: string;
}

/** Facts about a movement of money, whatever becomes of it. */
export interface NewMovement extends Movement {
  readonly attemptId: number | null;
  /** ISO 4217. */
  readonly currency: string;
  /** A transfer's reference text. */
  readonly words?: string;
  /** The bank's reference of a line of a statement. */
  readonly bankReference?: string | null;
  /** A digest that identifies the payer's account. */
  readonly payer?: Buffer | null;
  /** For a transfer: the status of its order before it arrived, to undo it. */
  readonly orderWas?: OrderStatus | null;
}

export interface NewReceipt extends NewMovement {
  readonly orderId: number | null;
  readonly paymentId: number | null;
  /** Minor units. */
  readonly amount: number;
  readonly attention: Attention | null;
  readonly shares: readonly PaymentShare[];
  readonly receivedAt: Date;
}

/**
 * Writes receipts, each with at most one share per payment, and returns their ids. The unique key (source, transaction)
 * prevents booking a movement twice.
 */
export async function insertReceipts(tx: Tx, receipts: readonly NewReceipt[]): Promise<number[]> {
  if (receipts.length === 0) return [];
  const given = receipts.map((receipt) => ({
    ...receipt,
    words: receipt.words ?? '',
    payer: receipt.payer?.toString('hex'),
    returnAt: returnTimeOf(receipt, receipt.receivedAt),
  }));
  const rows = await tx.rows<{ id: number; source: string; transaction: string }>(
    `with given as (
       select *
       from jsonb_to_recordset($1) as receipt (source text, transaction text, "attemptId" bigint, "orderId" bigint,
         "paymentId" bigint, amount bigint, currency text, words text, "bankReference" text, "receivedAt" timestamptz, attention text,
         payer text, "returnAt" timestamptz, "orderWas" text, shares jsonb)
     ), written as (
       insert into receipts (source, transaction, attempt_id, order_id, payment_id, amount, currency, said,
         bank_reference, received_at, attention, payer, return_at, order_was)
       select source, transaction, "attemptId", "orderId", "paymentId", amount, currency, words,
         "bankReference", "receivedAt", attention, decode(payer, 'hex'), "returnAt", "orderWas"
       from given
       returning id, source, transaction
     ), shared as (
       insert into receipt_shares (receipt_id, payment_id, amount)
       select written.id, share."paymentId", share.amount
       from written
         join given using (source, transaction)
         cross join jsonb_to_recordset(given.shares) as share ("paymentId" bigint, amount bigint)
     )
     select id, source, transaction from written`,
    [JSON.stringify(given)],
  );
  return receipts.map((receipt) => rows.find(isMovement(receipt))!.id);
}

export const isMovement =
  (one: Movement) =>
  ({ source, transaction }: Movement): boolean =>
    source === one.source && transaction === one.transaction;

export interface BookedMovement extends Movement {
  readonly id: number;
  readonly attemptId: number | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** Returns the receipts of those movements that are booked. */
export async function bookedMovements(tx: Tx, movements: readonly Movement[]): Promise<BookedMovement[]> {
  if (movements.length === 0) return [];
  // A source has very many receipts, so PostgreSQL must not search by source.
  const rows = await tx.rows<BookedMovement>(
    `select id, source, transaction, attempt_id as "attemptId", amount, currency
     from receipts
     where transaction = any($1)`,
    [movements.map(({ transaction }) => transaction)],
  );
  return rows.filter((row) => movements.some(isMovement(row)));
}

/**
 * Locks attempts by id. Lock their orders first: that serialises updates of one attempt. This lock keeps out
 * `recordStarts`, which does not lock the order.
 */
export const lockAttempts = (tx: Tx, attemptIds: readonly number[]): Promise<AttemptRow[]> =>
  tx.rows(`select ${attemptColumns} from ${fromAttempts} where a.id = any($1) order by a.id for update of a`, [
    attemptIds,
  ]);

/**
 * Changes the status of attempts, except those whose transitions do not allow it (an outdated update). Returns whether
 * any changed.
 */
export async function moveAttempts(
  tx: Tx,
  attempts: readonly AttemptRow[],
  to: AttemptStatus,
  now: Date,
  nextQueryAt: Date | null,
): Promise<boolean> {
  const moving = attempts.filter(({ status }) => canMoveAttempt(status, to));
  if (moving.length === 0) return false;
  await tx.run(
    `update payment_attempts
     set status = $2, settled_at = case when $3::timestamptz is null then $4::timestamptz end, next_query_at = $3
     where id = any($1)`,
    [moving.map(({ id }) => id), to, nextQueryAt, now],
  );
  for (const attempt of moving) attempt.status = to;
  return true;
}
