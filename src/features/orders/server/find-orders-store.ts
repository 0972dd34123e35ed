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
export const findOrders = (
  db: Queryable,
  wanted: {
    /** Empty for any status. */
    readonly statuses: readonly OrderStatus[];
    readonly since: Date | null;
    /** The order's own or its account's; null for any. */
    readonly email: string | null;
    readonly limit: number;
  },
): Promise<FoundOrder[]> =>
  db.rows(
    `select o.code, o.created_at as "createdAt", o.channel, o.payment_method as "paymentMethod",
       o.payment_status as "paymentStatus", o.total_price as "totalPrice", o.total_paid as "totalPaid",
       o.total_refunded as "totalRefunded", o.customer_name as "customerName", o.customer_email as "customerEmail",
       (select count(*) from order_lines l where l.order_id = o.id) as items
     from orders o
     where (cardinality($1::text[]) = 0 or o.payment_status = any($1::text[]))
       and ($2::timestamptz is null or o.created_at >= $2)
       -- A union of two queries: with "or" PostgreSQL would use no index and read all orders to find a few.
       and ($3::text is null or o.id in (
         select id from orders where lower(customer_email) = $3
         union all
         select id from orders where customer_id = (select id from customers where email_key = $3)
       ))
     order by o.created_at desc, o.id desc
     limit $4`,
    [wanted.statuses, wanted.since, wanted.email === null ? null : emailKey(wanted.email), wanted.limit],
  );
