import type { Queryable, Tx } from '#platform/db/db.ts';

/**
 * Erases the bank details and texts of up to `limit` refunds that ended by `before`: paid, cancelled, or stuck with
 * details that do not work. Returns their number.
 */
export const eraseBankDetails = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `with ended as (
       select id
       from refunds
       where (bank_sealed is not null or note <> '' or reason <> '') and ended_at <= $1
       order by ended_at
       limit $2
       for update skip locked
     ), words as (
       update refund_bank_lines set words = '' where refund_id in (select id from ended) and words <> ''
     )
     update refunds set bank_sealed = null, note = '', reason = '' where id in (select id from ended)`,
    [before, limit],
  );

/** Erases the bank details and texts of a customer's ended refunds. */
export async function eraseBankDetailsOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `with ended as (
       select id from refunds where customer_id = $1 and status in ('processed', 'cancelled')
     ), words as (
       update refund_bank_lines set words = '' where refund_id in (select id from ended) and words <> ''
     )
     update refunds set bank_sealed = null, note = '', reason = '' where id in (select id from ended)`,
    [customerId],
  );
}
