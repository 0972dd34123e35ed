import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Attention } from '../domain/attention.ts';
import type { PaymentShare } from '../domain/spread-money.ts';
import { LINE_KEY_START } from '../domain/transaction-number.ts';

export type { Attention };

export interface ReceiptRow {
  id: number;
  /** A gateway's name, or 'bank'. */
  source: string;
  transaction: string;
  /** The bank's reference, if the receipt was booked from a line of a statement that has one. */
  bankReference: string | null;
  /** Null for a transfer, and for money that belongs to no attempt of this shop. */
  attemptId: number | null;
  orderId: number | null;
  paymentId: number | null;
  /** Minor units. */
  amount: number;
  currency: string;
  receivedAt: Date;
  attention: Attention | null;
  settledAt: Date | null;
  /** A transfer's reference text, or a gateway's contradicting reports. */
  words: string;
  note: string;
  suspended: number;
  /** When the money goes back to its card automatically. */
  returnAt: Date | null;
  /** The status of its order before this transfer was booked; null for other money. */
  orderWas: OrderStatus | null;
  /** When it was undone, because it had been booked by mistake. */
  undoneAt: Date | null;
}

// The columns of a receipt. Only the ledger knows the amount in suspense.
export const receiptColumns = `r.id, r.source, r.transaction, r.bank_reference as "bankReference", r.attempt_id as "attemptId", r.order_id as "orderId",
  r.payment_id as "paymentId", r.amount, r.currency, r.received_at as "receivedAt", r.attention,
  r.settled_at as "settledAt", r.said as words, r.note, r.return_at as "returnAt",
  r.order_was as "orderWas", r.undone_at as "undoneAt",
  coalesce((
    select -sum(e.amount)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.receipt_id = r.id and e.account like 'suspense%'
  ), 0)::bigint as suspended`;

export const lockReceipt = async (tx: Tx, receiptId: number): Promise<ReceiptRow | undefined> => {
  // Two statements, because the amount in suspense must be read after the lock is held.
  await tx.run('select 1 from receipts where id = $1 for update', [receiptId]);
  return tx.row(`select ${receiptColumns} from receipts r where r.id = $1`, [receiptId]);
};

export const receiptById = (db: Queryable, receiptId: number): Promise<ReceiptRow | undefined> =>
  db.row(`select ${receiptColumns} from receipts r where r.id = $1`, [receiptId]);

/** Does not find receipts that were undone. */
export const receiptByTransaction = (
  db: Queryable,
  source: string,
  transaction: string,
): Promise<ReceiptRow | undefined> =>
  db.row(
    `select ${receiptColumns} from receipts r where r.source = $1 and r.transaction = $2 and r.undone_at is null`,
    [source, transaction],
  );

/** Returns the receipt that a line of a bank statement was booked as, or that a person confirmed it to show. */
export const receiptOfStatementLine = (db: Queryable, key: string): Promise<ReceiptRow | undefined> =>
  db.row(
    `select ${receiptColumns} from receipts r
     where (r.source = 'bank' and r.transaction = $1 or r.statement_line = $1) and r.undone_at is null`,
    [key],
  );

/** Returns the bank's receipts that people know by one of these numbers, without those that were undone. */
export const bankReceiptsByNumber = (db: Queryable, numbers: readonly string[]): Promise<ReceiptRow[]> =>
  db.rows(
    `select ${receiptColumns} from receipts r
     where r.source = 'bank' and (r.transaction = any($1) or r.bank_reference = any($1)) and r.undone_at is null
     order by r.id`,
    [numbers],
  );

/** Marks a receipt as booked by mistake: deletes its shares and settles it. Call it under the receipt's lock. */
export async function markUndone(tx: Tx, receiptId: number, now: Date): Promise<void> {
  await tx.run('delete from receipt_shares where receipt_id = $1', [receiptId]);
  await tx.run(
    `update receipts set undone_at = $2::timestamptz, settled_at = case when attention is not null then $2::timestamptz end where id = $1`,
    [receiptId, now],
  );
}

/**
 * Assigns a locked receipt and adds its shares. It stays on the operator's list only for what is still in suspense, even
 * if it is short, because a person has decided about it. It is not sent back.
 */
export async function assignTo(
  tx: Tx,
  { id, note }: { readonly id: number; readonly note: string },
  to: {
    readonly orderId: number;
    readonly paymentId: number;
    readonly attention: Attention | null;
    readonly shares: readonly PaymentShare[];
  },
  now: Date,
): Promise<void> {
  const attention = to.attention === 'short' ? null : to.attention;
  await tx.run(
    `update receipts
     set order_id = $2, payment_id = $3, attention = coalesce($4, attention), note = $5,
       settled_at = case when $4::text is null and attention is not null then coalesce(settled_at, $6::timestamptz) end,
       return_at = null
     where id = $1`,
    [id, to.orderId, to.paymentId, attention, note, now],
  );
  await tx.run(
    `insert into receipt_shares (receipt_id, payment_id, amount)
     select $1, payment_id, amount from unnest($2::bigint[], $3::bigint[]) as share (payment_id, amount)
     on conflict (receipt_id, payment_id) do update set amount = receipt_shares.amount + excluded.amount`,
    [id, to.shares.map((share) => share.paymentId), to.shares.map((share) => share.amount)],
  );
}

/**
 * Serialises bookings of the same transaction, for example by two operators who enter it at once, in any of its
 * spellings. Take it before any other lock.
 */
export const lockTransfer = (tx: Tx, transaction: string): Promise<number> =>
  tx.run(`select pg_advisory_xact_lock(hashtextextended('transfer:' || $1, 0))`, [
    transaction.replace(/[\s-]+/g, '').toUpperCase(),
  ]);

/** Whether a receipt was booked from another line, whose reference it keeps. */
const IS_OF_LINE = `transaction ~ '${LINE_KEY_START}'`;

/**
 * Keeps the line of a bank statement that shows the money of a receipt. Returns false if the receipt was undone or
 * already has a line, or if the line was booked or shows another receipt.
 */
export async function linkStatementLine(
  tx: Tx,
  receiptId: number,
  line: { readonly transaction: string; readonly bankReference: string | null },
): Promise<boolean> {
  await lockTransfer(tx, line.transaction);
  // Nobody may enter the same money by its number meanwhile.
  if (line.bankReference !== null) await lockTransfer(tx, line.bankReference);
  if (await receiptOfStatementLine(tx, line.transaction)) return false;
  const linked = await tx.run(
    `update receipts set statement_line = $2, bank_reference = case when ${IS_OF_LINE} then bank_reference else $3 end
     where id = $1 and statement_line is null and undone_at is null`,
    [receiptId, line.transaction, line.bankReference],
  );
  return linked > 0;
}

export const unlinkStatementLine = (tx: Tx, transaction: string): Promise<number> =>
  tx.run(
    `update receipts set statement_line = null, bank_reference = case when ${IS_OF_LINE} then bank_reference end
     where statement_line = $1`,
    [transaction],
  );

/** Takes back a share of a receipt, or a part of one. Call it under the receipt's lock. */
export async function takeBackShare(tx: Tx, receiptId: number, { paymentId, amount }: PaymentShare): Promise<void> {
  await tx.run('delete from receipt_shares where receipt_id = $1 and payment_id = $2 and amount <= $3', [
    receiptId,
    paymentId,
    amount,
  ]);
  await tx.run('update receipt_shares set amount = amount - $3 where receipt_id = $1 and payment_id = $2', [
    receiptId,
    paymentId,
    amount,
  ]);
}

/** Returns the receipts that belong to the order or count for one of its payments, oldest first. */
export const receiptsOfOrder = (db: Queryable, orderId: number): Promise<ReceiptRow[]> =>
  db.rows(
    `select ${receiptColumns}
     from receipts r
     where r.id in (
       select id from receipts where order_id = $1
       union
       select s.receipt_id from receipt_shares s join payments p on p.id = s.payment_id where p.order_id = $1
     )
     order by r.received_at, r.id`,
    [orderId],
  );
