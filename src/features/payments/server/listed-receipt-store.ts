// Receipts that wait for the operator, because their money is in suspense or too little arrived.

import type { Queryable, Tx } from '#platform/db/db.ts';
import type { ReturnStatus } from '../domain/return-text.ts';
import { type ReceiptRow, receiptColumns } from './receipt-store.ts';

export interface OpenReceipt extends ReceiptRow {
  readonly orderCode: string | null;
  /** Status of the last movement that should take the money back to the card. */
  readonly returnStatus: ReturnStatus | null;
  readonly returnReason: string | null;
  /** The amount that is still missing for its payment; 0 if another short receipt for it arrived later. */
  readonly missing: number;
}

const OPEN_RECEIPTS = `
  select ${receiptColumns}, o.code as "orderCode", sent.status as "returnStatus",
    sent.reason as "returnReason", case when exists (
      select from receipts later
      where later.order_id = r.order_id and later.payment_id = r.payment_id and later.id > r.id
        and later.attention = 'short' and later.settled_at is null
    ) then 0 else coalesce(p.amount - p.paid_amount, 0) end as missing
  from receipts r
    left join orders o on o.id = r.order_id
    left join payments p on p.id = r.payment_id
    left join lateral (
      select m.status, m.reason
      from refund_movements m
      where m.receipt_id = r.id and m.refund_id is null
      order by m.position desc
      limit 1
    ) sent on true`;

/** Receipts that wait for the operator, oldest first. */
export const openReceipts = (db: Queryable, limit: number): Promise<OpenReceipt[]> =>
  db.rows(
    `${OPEN_RECEIPTS} where r.attention is not null and r.settled_at is null order by r.received_at, r.id limit $1`,
    [limit],
  );

/** Finds the receipt whether or not it still waits. */
export const openReceiptById = (db: Queryable, receiptId: number): Promise<OpenReceipt | undefined> =>
  db.row(`${OPEN_RECEIPTS} where r.id = $1`, [receiptId]);

/**
 * Returns the given payments that received wrong money which waits for the operator. Call it under their order's lock.
 */
export async function paymentsWithWrongMoney(tx: Tx, paymentIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    `select payment_id as id
     from receipts
     where payment_id = any($1) and attention in ('amount', 'currency') and settled_at is null`,
    [paymentIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Removes a receipt from the operator's list. Call it under the receipt's lock. */
export const markSettled = (tx: Tx, receiptId: number, note: string, now: Date): Promise<number> =>
  tx.run('update receipts set settled_at = $2, note = $3, return_at = null where id = $1', [receiptId, now, note]);

/** Puts a settled receipt with money in suspense back on the operator's list. Call it under the receipt's lock. */
export const listAgain = (tx: Tx, receiptId: number): Promise<number> =>
  tx.run(`update receipts set settled_at = null, attention = coalesce(attention, 'unmatched') where id = $1`, [
    receiptId,
  ]);

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

/**
 * Removes from the operator's list the short receipts of payments that are now complete. Call it under the orders'
 * locks.
 */
export async function settleShortReceipts(
  tx: Tx,
  orders: readonly { readonly id: number }[],
  now: Date,
): Promise<void> {
  await tx.run(
    `update receipts r
     set settled_at = $2, note = 'The rest has arrived.'
     from payments p
     where p.order_id = any($1) and p.id = r.payment_id and p.status = 'paid'
       and r.attention = 'short' and r.settled_at is null`,
    [orders.map(({ id }) => id), now],
  );
}

/**
 * Puts short receipts of these payments back on the operator's list, because the rest has not arrived after all. Call
 * it under their order's lock.
 */
export async function listShortReceiptsAgain(tx: Tx, paymentIds: readonly number[]): Promise<void> {
  await tx.run(
    `update receipts
     set settled_at = null, note = ''
     where payment_id = any($1) and attention = 'short' and settled_at is not null and undone_at is null
       and note = 'The rest has arrived.'`,
    [paymentIds],
  );
}
