import type { Queryable } from '#platform/db/db.ts';

/** Returns the id of the customer's newest order; 0 if there is none. */
export const lastOrderOf = async (db: Queryable, customerId: number): Promise<number> =>
  (await db.row<{ last: number }>('select coalesce(max(id), 0) as last from orders where customer_id = $1', [
    customerId,
  ]))!.last;
