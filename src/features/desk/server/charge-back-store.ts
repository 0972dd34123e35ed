import type { Queryable, Tx } from '#platform/db/db.ts';

/** What of a receipt counts for one payment, in minor units. */
export interface SharedOut {
  readonly paymentId: number;
  readonly orderId: number;
  readonly amount: number;
}

/** The orders that a receipt counts for, or names, by id: to be locked before it. */
export const ordersOfReceipt = async (db: Queryable, receiptId: number): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      `select order_id as id from receipts where id = $1 and order_id is not null
       union
       select p.order_id from receipt_shares s join payments p on p.id = s.payment_id where s.receipt_id = $1
       order by id`,
      [receiptId],
    )
  ).map(({ id }) => id);

/** The shares of a receipt, those of the latest payments first. */
export const sharesOfReceipt = (db: Queryable, receiptId: number): Promise<SharedOut[]> =>
  db.rows(
    `select s.payment_id as "paymentId", p.order_id as "orderId", s.amount
     from receipt_shares s join payments p on p.id = s.payment_id
     where s.receipt_id = $1
     order by p.order_id desc, p.position desc`,
    [receiptId],
  );

/** What of a receipt is still with the shop: all that came, less what was sent back or taken back. Under the receipt's lock. */
export async function keptOf(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ kept: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as kept
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.receipt_id = $1 and (e.account = 'bank' or e.account like 'gateway:%')`,
    [receiptId],
  );
  return row!.kept;
}

/** Whether a movement was booked for a receipt before. Under the receipt's lock. */
export async function isChargedBack(tx: Tx, receiptId: number, transaction: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(
    `select exists (
       select from ledger_transactions t
       where t.receipt_id = $1 and t.kind = 'charge_back' and t.movement = $2
     ) as found`,
    [receiptId, transaction],
  );
  return row!.found;
}
