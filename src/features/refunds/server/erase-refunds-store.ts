import type { Queryable, Tx } from '#platform/db/db.ts';

/**
 * Erases the bank details and the customer's note of up to `most` refunds that ended by `before`: paid, or stuck since then with details
 * that do not work. Returns how many there were.
 */
export const eraseBankDetails = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(
    `update refunds
     set bank_sealed = null, note = ''
     where id = any(array(
       select id
       from refunds
       where (bank_sealed is not null or note <> '') and ended_at <= $1
       order by ended_at
       limit $2
       for update skip locked
     ))`,
    [before, most],
  );

/** Erases the bank details and notes of a customer's refunds that have ended. */
export async function eraseBankDetailsOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `update refunds set bank_sealed = null, note = '' where customer_id = $1 and status in ('processed', 'cancelled')`,
    [customerId],
  );
}
