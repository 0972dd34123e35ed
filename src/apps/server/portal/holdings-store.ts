import type { Queryable } from '#platform/db/db.ts';

/** The parts of the bundle in which a customer has data. */
export interface Holdings {
  readonly orders: boolean;
  readonly refunds: boolean;
  /** Includes tickets that were transferred to the customer. */
  readonly tickets: boolean;
}

/** One query instead of many: for a first-time buyer nothing else needs reading. */
export async function holdingsOf(db: Queryable, customerId: number): Promise<Holdings> {
  const row = await db.row<Holdings>(
    `select
       exists (select from orders where customer_id = $1) as orders,
       exists (select from refunds where customer_id = $1) as refunds,
       exists (select from tickets where customer_id = $1) as tickets`,
    [customerId],
  );
  return row!;
}
