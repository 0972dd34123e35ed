import type { Queryable } from '#platform/db/db.ts';

/** Returns the bank receipts under these keys, without those that were undone. */
export const receiptsUnder = async (db: Queryable, keys: readonly string[]): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      `select id from receipts
       where source = 'bank' and transaction = any($1) and undone_at is null
       order by id`,
      [keys],
    )
  ).map(({ id }) => id);

/** Whether money that arrived after this receipt counts for the order. Ignores the receipts in `besides`. */
export const hasLaterMoney = async (
  db: Queryable,
  orderId: number,
  receiptId: number,
  besides: readonly number[],
): Promise<boolean> =>
  (await db.row(
    `select 1
     from receipt_shares s join payments p on p.id = s.payment_id
     where p.order_id = $1 and s.receipt_id > $2 and s.receipt_id <> all($3)
     limit 1`,
    [orderId, receiptId, besides],
  )) !== undefined;

/** Whether a ticket of the order got another holder, account or travel time after `since`. */
export const areTicketsChangedSince = async (db: Queryable, orderId: number, since: Date): Promise<boolean> =>
  (await db.row(
    `select 1
     from tickets t join ticket_changes c on c.ticket_id = t.id
     where t.order_id = $1 and c.changed_at >= $2
     limit 1`,
    [orderId, since],
  )) !== undefined;
