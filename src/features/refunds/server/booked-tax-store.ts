import type { Queryable } from '#platform/db/db.ts';

export interface BookedRefund {
  readonly id: number;
  /** Tax in minor units by rate in basis points. */
  readonly tax: Readonly<Record<number, number>>;
}

/** Refunds that took back a part of the order's sale when they were accepted; none if that sale was reversed. */
export const bookedAgainstSale = (db: Queryable, orderId: number): Promise<BookedRefund[]> =>
  db.rows(
    `select
       refund.id,
       coalesce(
         jsonb_object_agg(entry.tax_basis_points, entry.amount) filter (where entry.account = 'tax'),
         '{}'
       ) as tax
     from refunds refund
     join ledger_transactions booked on booked.refund_id = refund.id and booked.kind = 'refund'
     join ledger_entries entry on entry.transaction_id = booked.id
     where refund.order_id = $1
       and not exists (select from ledger_transactions gone where gone.refund_id = refund.id and gone.kind = 'refund_without_sale')
     group by refund.id
     having bool_or(entry.account in ('sales', 'shipping'))
     order by refund.id`,
    [orderId],
  );
