import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Attention } from '../domain/attention.ts';
import { returnTimeOf } from '../domain/return-time.ts';

export interface NewReceipt {
  source: string;
  transaction: string;
  attemptId: number | null;
  orderId: number | null;
  paymentId: number | null;
  amount: number;
  currency: string;
  /** A transfer's reference text. */
  words?: string;
  /** Recognises the payer's account. */
  payer?: Buffer | null;
  attention: Attention | null;
  /** Of a transfer: the status of its order before this, to undo it. */
  orderWas?: OrderStatus | null;
}

/** Minor units of a receipt that count for a payment. */
export interface ReceiptShare {
  readonly paymentId: number;
  readonly amount: number;
}

/**
 * Writes a receipt, with at most one share per payment. The unique key (source, transaction) prevents booking a
 * movement twice.
 */
export async function insertReceipt(
  tx: Tx,
  receipt: NewReceipt,
  shares: readonly ReceiptShare[],
  receivedAt: Date,
): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `with receipt as (
       insert into receipts (source, transaction, attempt_id, order_id, payment_id, amount, currency, said, received_at,
         attention, payer, return_at, order_was)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $13, $14, $15)
       returning id
     ), shared as (
       insert into receipt_shares (receipt_id, payment_id, amount)
       select receipt.id, share.payment_id, share.amount
       from receipt, unnest($11::bigint[], $12::bigint[]) as share (payment_id, amount)
     )
     select id from receipt`,
    [
      receipt.source,
      receipt.transaction,
      receipt.attemptId,
      receipt.orderId,
      receipt.paymentId,
      receipt.amount,
      receipt.currency,
      receipt.words ?? '',
      receivedAt,
      receipt.attention,
      shares.map((share) => share.paymentId),
      shares.map((share) => share.amount),
      receipt.payer ?? null,
      returnTimeOf(receipt, receivedAt),
      receipt.orderWas ?? null,
    ],
  );
  return (row as { id: number }).id;
}

export interface BookedMovement {
  id: number;
  attemptId: number | null;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** Returns the receipt that is already booked; undefined for a new movement. */
export const bookedReceipt = (
  db: Queryable,
  source: string,
  transaction: string,
): Promise<BookedMovement | undefined> =>
  db.row(
    'select id, attempt_id as "attemptId", amount, currency from receipts where source = $1 and transaction = $2',
    [source, transaction],
  );

/**
 * Lists a booked movement for the operator because the gateway now reports other figures. The same figures are noted
 * once, even after they are settled. The text stops growing after about 500 characters.
 */
export async function noteContradiction(tx: Tx, receiptId: number, words: string): Promise<void> {
  await tx.run(
    `update receipts
     set said = case when length(said) < 500 then concat_ws(', ', nullif(said, ''), $2::text) else said end,
       attention = case when settled_at is null then coalesce(attention, 'contradicted') else 'contradicted' end,
       settled_at = null, return_at = null
     where id = $1 and $2 <> all (string_to_array(said, ', '))`,
    [receiptId, words],
  );
}

/** Takes short receipts of complete payments off the operator's list. Call it under the order's lock. */
export async function settleShortReceipts(tx: Tx, orderId: number, now: Date): Promise<void> {
  await tx.run(
    `update receipts r
     set settled_at = $2, note = 'The rest has arrived.'
     from payments p
     where p.order_id = $1 and p.id = r.payment_id and p.status = 'paid'
       and r.attention = 'short' and r.settled_at is null`,
    [orderId, now],
  );
}

/** Lists short receipts of these payments again: the rest has not arrived after all. Call it under their order's lock. */
export async function listShortReceiptsAgain(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  await tx.run(
    `update receipts
     set settled_at = null, note = ''
     where payment_id = any($1) and attention = 'short' and settled_at is not null and undone_at is null
       and note = 'The rest has arrived.'`,
    [paymentIds],
  );
}
