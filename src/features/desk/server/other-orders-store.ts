import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { type BoughtItem, boughtItems } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';

export interface OtherOrder {
  code: string;
  status: OrderStatus;
  createdAt: Date;
  items: BoughtItem[];
}

/** Returns other orders of the same buyer, newest first. */
export const otherOrders = (db: Queryable, orderId: number, limit: number): Promise<OtherOrder[]> =>
  db.rows(
    `select o.code, o.payment_status as status, o.created_at as "createdAt",
       ${boughtItems('o.id')} as items
     from orders this
     join orders o on o.customer_id = this.customer_id and o.id <> this.id
     where this.id = $1
     order by o.created_at desc, o.id desc
     limit $2`,
    [orderId, limit],
  );
