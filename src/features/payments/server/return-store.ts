import type { Queryable, Tx } from '#platform/db/db.ts';

/** Receipts whose money is due to go back to the card through one of these gateways, longest due first. */
export const receiptsToReturn = (
  db: Queryable,
  gateways: readonly string[],
  now: Date,
  limit: number,
): Promise<{ id: number }[]> =>
  db.rows('select id from receipts where return_at <= $2 and source = any($1) order by return_at, id limit $3', [
    gateways,
    now,
    limit,
  ]);

/**
 * Keeps stray money from going back by itself: it stays until the operator decides. Call it under the receipt's lock.
 */
export const stopReturn = (tx: Tx, receiptId: number): Promise<number> =>
  tx.run('update receipts set return_at = null where id = $1', [receiptId]);

export interface MoneyBack {
  readonly orderId: number;
  readonly amount: number;
  readonly why: 'double' | 'over' | 'late' | 'other';
}

/** Stray money of these orders that is on its way back to its card, or was sent in the last two weeks. */
export const moneyBackOf = (db: Queryable, orderIds: readonly number[], now: Date): Promise<MoneyBack[]> =>
  db.rows(
    `select r.order_id as "orderId", m.amount,
       case when r.attention in ('double', 'over', 'late') then r.attention else 'other' end as why
     from receipts r join refund_movements m on m.receipt_id = r.id and m.refund_id is null
     where r.order_id = any($1)
       and (m.status = 'pending' or (m.status = 'done' and m.settled_at > $2::timestamptz - interval '14 days'))
     order by m.id`,
    [orderIds, now],
  );
