import { isIssued } from '#features/orders/domain/order-status.ts';
import { type Minor, minor, zero } from '#kernel/money.ts';
import { isWithin } from '#kernel/period.ts';
import type { ItemOrder, ItemPolicy } from './item-policy.ts';
import { type ItemStatus, isStillOrdered } from './item-status.ts';

export function isRefundable(
  status: ItemStatus,
  policy: Pick<ItemPolicy, 'isRefundable' | 'allowRefundRequestsFrom' | 'allowRefundRequestsUntil'>,
  order: Pick<ItemOrder, 'paymentStatus'>,
  now: Date,
): boolean {
  return (
    status === 'active' &&
    isIssued(order.paymentStatus) &&
    policy.isRefundable &&
    isWithin(policy.allowRefundRequestsFrom, policy.allowRefundRequestsUntil, now)
  );
}

/** Price minus the share of the discount and the refund fee, never below 0. */
export function refundTotal(line: { price: number; discountShare: number; refundFee: number }): Minor {
  return minor(Math.max(0, line.price - line.discountShare - line.refundFee));
}

/**
 * A discount reduces the lines first and shipping last. `itemsTotal` is the sum of the prices and fees of all lines.
 */
export function paidShipping(order: { shippingAmount: number; discountAmount: number; itemsTotal: number }): Minor {
  const offShipping = Math.max(0, order.discountAmount - order.itemsTotal);
  return minor(Math.max(0, order.shippingAmount - offShipping));
}

/**
 * Returns the shipping that would be refunded with each merchandise purchase. Shipping is refunded with the last item:
 * with the only purchase that is in no refund yet, or, if several are left, with a request for all of them.
 */
export function shippingRefunds(statuses: readonly ItemStatus[], shippingPaid: Minor): Minor[] {
  const stillOrderedCount = statuses.filter(isStillOrdered).length;
  return statuses.map((status) => (stillOrderedCount === 1 && status === 'active' ? shippingPaid : zero));
}
