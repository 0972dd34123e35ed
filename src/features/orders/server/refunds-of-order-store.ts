import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import type { Queryable } from '#platform/db/db.ts';

/** Amounts in minor units. */
export interface RefundOfOrder {
  readonly id: number;
  readonly code: string;
  readonly orderId: number;
  readonly status: Exclude<RefundStatus, 'cancelled'>;
  readonly isWholePlan: boolean;
  readonly total: number;
  readonly shippingRefund: number;
}

/**
 * Returns the refunds that are not cancelled, oldest first. This query is in `orders`, because the refunds feature
 * imports orders, payments and the desk, so they cannot import the refunds feature.
 */
const refundsOfOrders = (db: Queryable, orderIds: readonly number[]): Promise<RefundOfOrder[]> =>
  db.rows(
    `select id, code, order_id as "orderId", status, is_whole_plan as "isWholePlan", total,
       shipping_refund as "shippingRefund"
     from refunds
     where order_id = any($1) and status <> 'cancelled'
     order by id`,
    [orderIds],
  );

/** Decisions based on the refunds require the order's lock. */
export const refundsOf = (db: Queryable, orderId: number): Promise<RefundOfOrder[]> => refundsOfOrders(db, [orderId]);

export const hasRefunds = async (db: Queryable, orderId: number): Promise<boolean> =>
  (await refundsOf(db, orderId)).length > 0;

/**
 * Returns the totals of each order's refunds, except cancelled ones, by order id. An order without refunds has no
 * entry.
 */
export async function refundingSumsOf(
  db: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, { total: number; shipping: number }>> {
  if (orderIds.length === 0) return new Map();
  const byOrder = Map.groupBy(await refundsOfOrders(db, orderIds), ({ orderId }) => orderId);
  const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  return new Map(
    [...byOrder].map(([orderId, refunds]) => [
      orderId,
      {
        total: sumOf(refunds.map(({ total }) => total)),
        shipping: sumOf(refunds.map(({ shippingRefund }) => shippingRefund)),
      },
    ]),
  );
}
