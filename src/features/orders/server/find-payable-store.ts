import type { Queryable } from '#platform/db/db.ts';
import { readReference } from '../domain/transfer-reference.ts';

export interface Payable {
  orderId: number;
  orderCode: string;
  /** Null if the reference is only an order's code. */
  paymentId: number | null;
}

/**
 * Finds an order by its code or a payment's reference, readable or structured, as on a bank statement. Locks nothing.
 */
export const findPayable = (db: Queryable, reference: string): Promise<Payable | undefined> =>
  db.row(
    `select o.id as "orderId", o.code as "orderCode", p.id as "paymentId"
     from orders o left join payments p on p.order_id = o.id and p.reference = any($1)
     -- A union: with "or" over two tables, PostgreSQL would read both completely.
     where o.id in (
       select id from orders where code = any($1)
       union
       select order_id from payments where reference = any($1)
     )
     order by p.id nulls last
     limit 1`,
    [readReference(reference)],
  );
