import type { Queryable } from '#platform/db/db.ts';

export interface BookedRefund {
  readonly id: number;
  /** The tax it took back, by the name of its rate ('9', '5.5'). */
  readonly tax: Readonly<Record<string, number>>;
}

/**
 * The refunds of an order that took their part of its sale back when they were accepted. Not those of an order that had no sale left, or
 * has none any more.
 */
export const bookedAgainstSale = (db: Queryable, orderId: number): Promise<BookedRefund[]> =>
  db.rows(
    `select
       refund.id,
       coalesce(
         jsonb_object_agg(substr(entry.account, 5), entry.amount) filter (where entry.account like 'tax:%'),
         '{}'
       ) as tax
     from refunds refund
     join ledger_transactions booked on booked.key = 'refund:' || refund.id || ':accepted'
     join ledger_entries entry on entry.transaction_id = booked.id
     where refund.order_id = $1
       and not exists (select from ledger_transactions gone where gone.key = 'refund:' || refund.id || ':without-sale')
     group by refund.id
     having bool_or(entry.account in ('sales', 'shipping'))
     order by refund.id`,
    [orderId],
  );
