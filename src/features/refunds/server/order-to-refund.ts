import type { OrderRow } from '#features/orders/server/public.ts';
import { isLeft } from '#features/tickets/domain/item-status.ts';
import { refundTotal } from '#features/tickets/domain/refund-sum.ts';
import { isRefundable } from '#features/tickets/domain/ticket-flags.ts';
import type { RefundableItem, RefundableOrder } from '../domain/choose-items.ts';
import { type RefundingSums, shippingPaidFor } from '../domain/refund-sums.ts';
import type { ItemRow } from './refund-items-store.ts';

export function orderToRefund(
  order: OrderRow,
  items: readonly ItemRow[],
  refunding: RefundingSums,
  isBeingPaid: boolean,
  now: Date,
): RefundableOrder {
  return {
    paymentStatus: order.paymentStatus,
    hasPaymentPlan: order.hasPaymentPlan,
    totalPaid: order.totalPaid,
    alreadyRefunding: refunding.total,
    shippingPaid: shippingPaidFor({
      shippingAmount: order.shippingAmount,
      discountAmount: order.discountAmount,
      itemsTotal: order.itemsTotal,
    }),
    shippingRefunding: refunding.shipping,
    isBeingPaid,
    items: items.map((item) => refundableItem(item, order, now)),
  };
}

function refundableItem(item: ItemRow, order: OrderRow, now: Date): RefundableItem {
  const { frozen } = item;
  return {
    code: item.code,
    kind: item.kind,
    name: frozen.name,
    fee: item.fee,
    refundFee: frozen.refundFee,
    refundTotal: refundTotal({ ...item, refundFee: frozen.refundFee }),
    isLeft: isLeft(item.status),
    status: item.status,
    isEverRefundable: frozen.isRefundable,
    isRefundable: isRefundable(item.status, frozen, { paymentStatus: order.paymentStatus }, now),
    from: frozen.allowRefundRequestsFrom,
    until: frozen.allowRefundRequestsUntil,
    isHandedOver: item.managerId !== null && item.managerId !== order.customerId,
  };
}
