import { emailKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { OrderStatus } from '../domain/order-status.ts';

export interface FoundOrder {
  code: string;
  createdAt: Date;
  channel: string;
  paymentMethod: string;
  paymentStatus: OrderStatus;
  totalPrice: number;
  totalPaid: number;
  totalRefunded: number;
  customerName: string;
  customerEmail: string;
  items: number;
}

/** Finds orders, newest first. */
export function findOrders(
  db: Queryable,
  wanted: {
    /** Empty for any status. */
    readonly statuses: readonly OrderStatus[];
    readonly since: Date | null;
    /** The email address of the order or of its account; null for any. */
    readonly email: string | null;
    readonly limit: number;
  },
): Promise<FoundOrder[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  // Contains only the wanted conditions: a query plan for optional conditions could not use their indexes.
  const conditions = ['true'];
  if (wanted.statuses.length > 0) conditions.push(`o.payment_status = any(${parameter(wanted.statuses)}::text[])`);
  if (wanted.since) conditions.push(`o.created_at >= ${parameter(wanted.since)}`);
  if (wanted.email !== null) {
    const email = parameter(emailKey(wanted.email));
    // A union of two queries: with "or", PostgreSQL would use no index and read all orders to find a few.
    conditions.push(`o.id in (
      select id from orders where lower(customer_email) = ${email}
      union all
      select id from orders where customer_id = (select id from customers where email_key = ${email})
    )`);
  }
  return db.rows(
    `select o.code, o.created_at as "createdAt", o.channel, o.payment_method as "paymentMethod",
       o.payment_status as "paymentStatus", o.total_price as "totalPrice", o.total_paid as "totalPaid",
       o.total_refunded as "totalRefunded", o.customer_name as "customerName", o.customer_email as "customerEmail",
       (select count(*) from order_lines l where l.order_id = o.id) as items
     from orders o
     where ${conditions.join(' and ')}
     order by o.created_at desc, o.id desc
     limit ${parameter(wanted.limit)}`,
    values,
  );
}
