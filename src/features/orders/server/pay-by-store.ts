import type { Queryable, Tx } from '#platform/db/db.ts';
import type { PaymentMethod } from '../domain/payment-methods.ts';
import { type OrderRow, orderColumns } from './order-store.ts';

export async function setPayBy(tx: Tx, order: OrderRow, payBy: Date | null): Promise<void> {
  await tx.run('update orders set pay_by = $2 where id = $1', [order.id, payBy]);
  order.payBy = payBy;
}

/** The caller must have checked that the order has no money. */
export async function switchMethod(tx: Tx, order: OrderRow, method: PaymentMethod, payBy: Date): Promise<void> {
  await tx.run('update orders set payment_method = $2, pay_by = $3 where id = $1', [order.id, method, payBy]);
  order.paymentMethod = method;
  order.payBy = payBy;
}

/** Changes nothing if the deadline has changed in the meantime, so it needs no lock. */
export const postponePayBy = (db: Queryable, order: OrderRow, until: Date, now: Date): Promise<number> =>
  db.run('update orders set pay_by = $2 where id = $1 and pay_by <= $3', [order.id, until, now]);

/**
 * Leases the orders whose deadlines passed first. The lease ends at `until`. Keeps no lock beyond this statement,
 * because each order is then ended under its own lock.
 */
export async function takeOrdersPastPayBy(db: Queryable, now: Date, until: Date, limit: number): Promise<OrderRow[]> {
  const rows = await db.rows<OrderRow>(
    `update orders
     set ending_until = $2
     where id = any(array(
       select id
       from orders
       where pay_by <= $1 and (ending_until is null or ending_until <= $1)
       order by pay_by
       limit $3
       for update skip locked
     ))
     returning ${orderColumns}`,
    [now, until, limit],
  );
  return rows.sort((one, other) => one.id - other.id);
}
