import type { Queryable, Tx } from '#platform/db/db.ts';

/** The part of a receipt that counts for one payment, in minor units. */
export interface SharedOut {
  readonly paymentId: number;
  readonly orderId: number;
  readonly amount: number;
}

/** Orders that a receipt counts for or names, sorted by id. Lock them before the receipt. */
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

/** Shares of the latest payments first. */
export const sharesOfReceipt = (db: Queryable, receiptId: number): Promise<SharedOut[]> =>
  db.rows(
    `select s.payment_id as "paymentId", p.order_id as "orderId", s.amount
     from receipt_shares s join payments p on p.id = s.payment_id
     where s.receipt_id = $1
     order by p.order_id desc, p.position desc`,
    [receiptId],
  );

/** The part of a receipt that was neither returned nor taken back. Call it under the receipt's lock. */
export async function keptOf(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ kept: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as kept
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.receipt_id = $1 and (e.account = 'bank' or e.account like 'gateway:%')`,
    [receiptId],
  );
  return row!.kept;
}

/** Whether the movement is already booked for the receipt. Call it under the receipt's lock. */
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
