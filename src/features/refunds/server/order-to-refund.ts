import { type OrderRow, refundingSumsOf } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { isRefundable, paidShipping, refundTotal } from '#features/tickets/domain/item-refund.ts';
import { isLeft } from '#features/tickets/domain/item-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { PaidItem, PaidOrder } from '../domain/operator-refund.ts';
import { type Holding, splitRefund } from '../domain/split-refund.ts';
import { holdingsOf, isBeingPaid } from './paid-money-store.ts';
import { type ItemRow, itemsOfOrders } from './refund-items-store.ts';
import type { RefundParts } from './refund-parts.ts';

export interface ItemToRefund extends PaidItem {
  readonly lineId: number;
  /** The holder; null for merchandise. */
  readonly fullName: string | null;
}

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

function itemToRefund({ frozen, managerId, ...item }: ItemRow, order: OrderRow, now: Date): ItemToRefund {
  return {
    ...item,
    name: frozen.name,
    refundFee: frozen.refundFee,
    refundTotal: refundTotal({ ...item, refundFee: frozen.refundFee }),
    isLeft: isLeft(item.status),
    isEverRefundable: frozen.isRefundable,
    isRefundable: isRefundable(item.status, frozen, order, now),
    from: frozen.allowRefundRequestsFrom,
    until: frozen.allowRefundRequestsUntil,
    isReassigned: managerId !== null && managerId !== order.customerId,
  };
}

/** Returns how much of the order's money could go back to the cards that paid it, in minor units. */
export async function cardMoneyOf(
  db: Queryable,
  parts: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<number> {
  const { toCard } = splitRefund(Number.MAX_SAFE_INTEGER, await holdingsToRefund(db, parts, orderId, currency));
  return toCard.reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns the part of it that a customer may request: 0 in a shop that does not offer refunds to cards. */
export const cardMoneyOffered = async (
  db: Queryable,
  parts: Pick<RefundParts, 'gateways'>,
  orderId: number,
  shop: Shop,
): Promise<number> =>
  shop.private.refundWay === 'ask' ? await cardMoneyOf(db, parts, orderId, shop.public.currency) : 0;

/** Returns what the order's receipts still hold, with what their gateways can give back. */
export async function holdingsToRefund(
  db: Queryable,
  { gateways }: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<Holding[]> {
  return (await holdingsOf(db, orderId, currency)).map((held) => ({
    ...held,
    refund: gateways?.named(held.gateway)?.can.refund ?? 'no',
  }));
}
