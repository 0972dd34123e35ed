import type { Queryable } from '#platform/db/db.ts';

/** Minor units of a receipt that count for one payment. */
export interface ReceiptShare {
  readonly paymentId: number;
  readonly orderId: number;
  readonly amount: number;
}

/**
 * Orders that a receipt belongs to, counts for, or counted for until it was charged back, sorted by id. Lock them
 * before the receipt.
 */
export const ordersOfReceipt = async (db: Queryable, receiptId: number): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      `select order_id as id from receipts where id = $1 and order_id is not null
       union
       select p.order_id from receipt_shares s join payments p on p.id = s.payment_id where s.receipt_id = $1
       union
       select order_id from ledger_transactions
       where receipt_id = $1 and kind = 'charge_back' and order_id is not null
       order by id`,
      [receiptId],
    )
  ).map(({ id }) => id);

/** Returns the shares of a receipt, latest payment first. */
export const sharesOfReceipt = (db: Queryable, receiptId: number): Promise<ReceiptShare[]> =>
  db.rows(
    `select s.payment_id as "paymentId", p.order_id as "orderId", s.amount
     from receipt_shares s join payments p on p.id = s.payment_id
     where s.receipt_id = $1
     order by p.order_id desc, p.position desc`,
    [receiptId],
  );
