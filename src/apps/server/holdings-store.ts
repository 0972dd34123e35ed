import type { Queryable } from '#platform/db/db.ts';

/** Which parts of the bundle a customer has anything in. */
export interface Holdings {
  readonly orders: boolean;
  readonly refunds: boolean;
  /** Bought, or handed to them. */
  readonly tickets: boolean;
}

/** One look for many: who buys for the first time has nothing yet, and nothing more is asked for. */
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
