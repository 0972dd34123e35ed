import type { Queryable } from '#platform/db/db.ts';

interface OpenDispute {
  readonly orderId: number;
  readonly gateway: string;
  readonly dispute: string;
}

/**
 * Open disputes of money that counts for orders, oldest first. The tickets of these orders must not be admitted before
 * the disputes are decided. To act on them, call it under the orders' locks.
 */
export const openDisputesOf = (db: Queryable, orderIds: readonly number[]): Promise<OpenDispute[]> =>
  db.rows(
    `select distinct d.id, p.order_id as "orderId", d.gateway, d.dispute_id as dispute
     from disputes d
       join receipt_shares s on s.receipt_id = d.receipt_id
       join payments p on p.id = s.payment_id
     where d.state = 'open' and p.order_id = any($1)
     order by d.id`,
    [orderIds],
  );

/** Returns the order's oldest open dispute. */
export const openDisputeOf = async (db: Queryable, orderId: number): Promise<OpenDispute | undefined> =>
  (await openDisputesOf(db, [orderId]))[0];
