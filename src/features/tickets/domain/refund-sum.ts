import { type Minor, minor, zero } from '#kernel/money.ts';
import { type ItemStatus, isLeft } from './item-status.ts';

/** Price minus the share of the discount and the refund fee, never below 0. */
export function refundTotal(line: { price: number; discountShare: number; refundFee: number }): Minor {
  return minor(Math.max(0, line.price - line.discountShare - line.refundFee));
}

/** A discount reduces the lines first and shipping last. */
export function paidShipping(order: { shippingAmount: number; discountAmount: number }, lineShares: number): Minor {
  return minor(Math.max(0, order.shippingAmount - (order.discountAmount - lineShares)));
}

/**
 * For each merchandise purchase, in their order. Shipping is refunded with the last item: only the one purchase that is
 * in no refund yet carries it. While several are left none does; a request for all of them includes it.
 */
export function shippingRefunds(statuses: readonly ItemStatus[], shippingPaid: Minor): Minor[] {
  const left = statuses.filter(isLeft).length;
  return statuses.map((status) => (left === 1 && status === 'active' ? shippingPaid : zero));
}
