import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Attention } from '../domain/attention.ts';
import type { ReturnStatus } from '../domain/return-text.ts';
import type { ReceiptShare } from './settle-store.ts';

export type { Attention };

export interface ReceiptRow {
  id: number;
  /** A gateway's name, or 'bank'. */
  source: string;
  transaction: string;
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
  /** When it goes back to the card by itself. */
  returnAt: Date | null;
  /** The status of its order before this transfer was booked; null for other money. */
  orderWas: OrderStatus | null;
  /** When it was undone, because it had been booked by mistake. */
  undoneAt: Date | null;
}

// The columns of a receipt. Only the ledger knows the amount in suspense.
const receiptColumns = `r.id, r.source, r.transaction, r.attempt_id as "attemptId", r.order_id as "orderId",
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

export interface OpenReceipt extends ReceiptRow {
  readonly orderCode: string | null;
  /** Status of the last movement that should take it back to the card. */
  readonly returnStatus: ReturnStatus | null;
  readonly returnReason: string | null;
}

const OPEN_RECEIPTS = `
  select ${receiptColumns}, o.code as "orderCode", sent.status as "returnStatus",
    sent.reason as "returnReason"
  from receipts r
    left join orders o on o.id = r.order_id
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

/** Call it under the receipt's lock. */
async function addShares(tx: Tx, receiptId: number, shares: readonly ReceiptShare[]): Promise<void> {
  await tx.run(
    `insert into receipt_shares (receipt_id, payment_id, amount)
     select $1, payment_id, amount from unnest($2::bigint[], $3::bigint[]) as share (payment_id, amount)
     on conflict (receipt_id, payment_id) do update set amount = receipt_shares.amount + excluded.amount`,
    [receiptId, shares.map((share) => share.paymentId), shares.map((share) => share.amount)],
  );
}

/** Takes a receipt off the operator's list. Call it under the receipt's lock. */
export const markSettled = (tx: Tx, receiptId: number, note: string, now: Date): Promise<number> =>
  tx.run('update receipts set settled_at = $2, note = $3, return_at = null where id = $1', [receiptId, now, note]);

/** Marks a receipt as booked by mistake: deletes its shares and settles it. Call it under the receipt's lock. */
export async function markUndone(tx: Tx, receiptId: number, now: Date): Promise<void> {
  await tx.run('delete from receipt_shares where receipt_id = $1', [receiptId]);
  await tx.run(
    `update receipts set undone_at = $2::timestamptz, settled_at = case when attention is not null then $2::timestamptz end where id = $1`,
    [receiptId, now],
  );
}

/** Puts a settled receipt with money in suspense back on the operator's list. Call it under the receipt's lock. */
export const listAgain = (tx: Tx, receiptId: number): Promise<number> =>
  tx.run(`update receipts set settled_at = null, attention = coalesce(attention, 'unmatched') where id = $1`, [
    receiptId,
  ]);

/** Adds a locked receipt's shares. It stays on the operator's list if `attention` is set, and is not sent back. */
export async function assignTo(
  tx: Tx,
  receiptId: number,
  to: {
    readonly orderId: number;
    readonly paymentId: number;
    readonly attention: Attention | null;
    readonly shares: readonly ReceiptShare[];
    readonly note: string;
  },
  now: Date,
): Promise<void> {
  await tx.run(
    `update receipts
     set order_id = $2, payment_id = $3, attention = coalesce($4, attention), note = $5,
       settled_at = case when $4::text is null then $6::timestamptz end, return_at = null
     where id = $1`,
    [receiptId, to.orderId, to.paymentId, to.attention, to.note, now],
  );
  await addShares(tx, receiptId, to.shares);
}

/** Serialises bookings of one transaction, such as two operators who enter it. Take it before any other lock. */
export const lockTransfer = (tx: Tx, transaction: string): Promise<number> =>
  tx.run(`select pg_advisory_xact_lock(hashtextextended('transfer:' || $1, 0))`, [transaction]);

/** Call it under the receipt's lock. */
export async function takeBackShare(tx: Tx, receiptId: number, { paymentId, amount }: ReceiptShare): Promise<void> {
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

/** Returns the receipts that name the order or count for one of its payments, oldest first. */
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
