import { type OrderRow, refundingSumsOf } from '#features/orders/server/public.ts';
import { isRefundable, paidShipping, refundTotal } from '#features/tickets/domain/item-refund.ts';
import { isStillOrdered } from '#features/tickets/domain/item-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { PaidItem, PaidOrder } from '../domain/operator-refund.ts';
import { type ItemRow, isBeingPaid, itemsOfOrders } from './new-refund-store.ts';

export interface ItemToRefund extends PaidItem, Pick<ItemRow, 'lineId' | 'fullName' | 'frozen'> {}

export interface OrderToRefund extends PaidOrder {
  readonly items: readonly ItemToRefund[];
}

/** Reads everything that decides which items can be refunded, and for how much. To act on it, hold the order's lock. */
export async function orderToRefund(db: Queryable, order: OrderRow, now: Date): Promise<OrderToRefund> {
  const items = await itemsOfOrders(db, [order.id]);
  const refunding = (await refundingSumsOf(db, [order.id])).get(order.id);
  return {
    paymentStatus: order.paymentStatus,
    hasPaymentPlan: order.hasPaymentPlan,
    totalPaid: order.totalPaid,
    alreadyRefunding: refunding?.total ?? 0,
    shippingPaid: paidShipping(order),
    shippingRefunding: refunding?.shipping ?? 0,
    isBeingPaid: await isBeingPaid(db, order.id),
    items: items.map((item) => itemToRefund(item, order, now)),
  };
}

function itemToRefund({ managerId, ...item }: ItemRow, order: OrderRow, now: Date): ItemToRefund {
  const { frozen } = item;
  return {
    ...item,
    name: frozen.name,
    refundFee: frozen.refundFee,
    refundTotal: refundTotal({ ...item, refundFee: frozen.refundFee }),
    isStillOrdered: isStillOrdered(item.status),
    isEverRefundable: frozen.isRefundable,
    isRefundable: isRefundable(item.status, frozen, order, now),
    from: frozen.allowRefundRequestsFrom,
    until: frozen.allowRefundRequestsUntil,
    isReassigned: managerId !== null && managerId !== order.customerId,
  };
}

/** Combines each line of a refund with its item. */
export function linesWithItems<Line extends { readonly code: string }>(
  items: readonly ItemToRefund[],
  lines: readonly Line[],
): (ItemToRefund & Line)[] {
  const byCode = new Map(items.map((item) => [item.code, item]));
  return lines.map((line) => ({ ...byCode.get(line.code)!, ...line }));
}
