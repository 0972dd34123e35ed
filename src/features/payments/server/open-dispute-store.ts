import type { Queryable } from '#platform/db/db.ts';

/**
 * A dispute of money that counts for the order and was not taken yet: its tickets must not be admitted before it is
 * decided. To act on it, call it under the order's lock.
 */
export const openDisputeOf = (
  db: Queryable,
  orderId: number,
): Promise<{ gateway: string; dispute: string } | undefined> =>
  db.row(
    `select d.gateway, d.dispute_id as dispute
     from disputes d
     where d.state = 'open' and d.receipt_id in (
       select s.receipt_id from receipt_shares s join payments p on p.id = s.payment_id where p.order_id = $1
     )
     order by d.id
     limit 1`,
    [orderId],
  );
