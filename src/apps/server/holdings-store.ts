import type { Queryable } from '#platform/db/db.ts';

/** Which parts of the bundle a customer has data in. */
export interface Holdings {
  readonly orders: boolean;
  readonly refunds: boolean;
  /** Bought by or transferred to them. */
  readonly tickets: boolean;
}

/** One statement in place of many: a first-time buyer has nothing yet, and nothing more needs reading. */
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
