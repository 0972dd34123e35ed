import type { Queryable, Tx } from '#platform/db/db.ts';

/**
 * Wipes the texts of up to `limit` settled receipts that arrived by `before`. A gateway's contradiction contains only
 * figures and stays.
 */
export const wipeReceiptWords = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update receipts
     set said = case when source = 'bank' then '' else said end, note = '', payer = null
     where id = any(array(
       select id
       from receipts
       where (note <> '' or payer is not null or (said <> '' and source = 'bank')) and received_at <= $1
         and (attention is null or settled_at <= $1)
       order by received_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

/** Wipes the texts of the customer's settled receipts. */
export async function wipeReceiptWordsOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `update receipts
     set said = case when source = 'bank' then '' else said end, note = '', payer = null
     where order_id in (select id from orders where customer_id = $1) and (attention is null or settled_at is not null)`,
    [customerId],
  );
}
