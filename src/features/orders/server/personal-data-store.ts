import type { Queryable, Tx } from '#platform/db/db.ts';

const WITHOUT_PEOPLE = `customer_name = '', customer_email = '', billing_address = '{}',
  shipping_name = case when shipping_name is not null then '' end,
  shipping_address = case when shipping_address is not null then '{}'::jsonb end`;

/** Takes the holders off lines; their orders are locked. */
export async function wipeHoldersOfLines(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.run(`update order_lines set full_name = '', email = '', age = null where id = any($1)`, [lineIds]);
}

/** Wipes the people of up to `most` orders that were made by `before`, ended, and never brought any money; how many there were. */
export const wipeUnpaidOrders = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(
    `update orders
     set ${WITHOUT_PEOPLE}
     where id = any(array(
       select id
       from orders
       where stock_released and total_paid = 0 and customer_email <> ''
         and payment_status in ('cancelled', 'abandoned')
         and created_at <= $1
       order by created_at
       limit $2
       for update skip locked
     ))`,
    [before, most],
  );

/** Wipes the people of up to `most` orders that were made before `before`, whatever became of them; how many there were. */
export const wipeOldOrders = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(
    `update orders
     set ${WITHOUT_PEOPLE}
     where id = any(array(
       select id
       from orders
       where customer_email <> '' and created_at < $1
       order by created_at
       limit $2
       for update skip locked
     ))`,
    [before, most],
  );
