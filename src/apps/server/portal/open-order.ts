import { type OrderRow, orderByCode, ordersByIds } from '#features/orders/server/public.ts';
import type { OpenedOrder } from '#features/portal/contract.ts';
import { refundByCode, refundViewsOfOrder } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import type { WantedOrder } from '#platform/http/calls.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { orderView } from '../order-views/order-views.ts';
import { reassignedOrderViews } from '../order-views/reassigned-order-views.ts';

export interface OpenOrderOptions {
  readonly customerId: number;
  readonly shop: Shop;
  readonly bankSealer?: Sealer | undefined;
  readonly now: Date;
}

/**
 * Returns a complete order with its refunds, or, for somebody else's order, only the tickets that the customer manages.
 * Null if the customer has no such order or refund.
 */
export async function openOrder(
  db: Db,
  wanted: WantedOrder,
  { customerId, shop, bankSealer, now }: OpenOrderOptions,
): Promise<OpenedOrder | null> {
  const row = await wantedRow(db, wanted, customerId);
  if (!row) return null;
  if (row.customerId !== customerId) {
    const [order] = await reassignedOrderViews(db, { customerId, orderIds: [row.id] }, shop, now);
    return order ? { order, refunds: [] } : null;
  }
  const [order, refunds] = await Promise.all([
    orderView(db, row, shop, now),
    refundViewsOfOrder(db, row.id, bankSealer ?? null, now),
  ]);
  return { order, refunds };
}

async function wantedRow(db: Db, wanted: WantedOrder, customerId: number): Promise<OrderRow | undefined> {
  if ('order' in wanted) return orderByCode(db, wanted.order);
  const refund = await refundByCode(db, wanted.refund);
  if (refund?.customerId !== customerId) return undefined;
  return (await ordersByIds(db, [refund.orderId])).find((order) => order.customerId === customerId);
}
