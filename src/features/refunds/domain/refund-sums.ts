import { paidShipping } from '#features/tickets/domain/refund-sum.ts';
import { type Minor, minor, sum, zero } from '#kernel/money.ts';

/** Amounts in minor units. */
export interface SummedItem {
  readonly code: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly fee: number;
  readonly refundFee: number;
  /** Price less discount share and refund fee, at least 0: `refund_total` on the wire. */
  readonly refundTotal: number;
  /** It could still be refunded, see `isLeft`. */
  readonly isLeft: boolean;
}

export interface SummedOrder {
  readonly hasPaymentPlan: boolean;
  readonly totalPaid: number;
  /** Paid back by the order's other live refunds, with shipping. */
  readonly alreadyRefunding: number;
  /** See `shippingPaidFor`. */
  readonly shippingPaid: number;
  /** In those other refunds. */
  readonly shippingRefunding: number;
  readonly items: readonly SummedItem[];
}

export interface RefundSums {
  /** In the order of the items; 0 for a plan, which is refunded as one sum. */
  readonly lines: readonly { readonly code: string; readonly amount: Minor; readonly refundFee: Minor }[];
  readonly shippingRefund: Minor;
  /** With shipping; at most what was paid and is in no other refund. */
  readonly total: Minor;
}

/**
 * A line pays back its price after discount less its refund fee; shipping is refunded with the last merchandise item. A
 * plan is refunded as a whole: the amount paid less fees and refund fees, at least 0. The wizard shows these sums; the
 * server freezes them with the request.
 */
export function refundSums(order: SummedOrder, chosen: ReadonlySet<string>): RefundSums {
  const items = order.items.filter((item) => chosen.has(item.code));
  const available = Math.max(0, order.totalPaid - order.alreadyRefunding);
  if (items.length === 0) return { lines: [], shippingRefund: zero, total: zero };
  return order.hasPaymentPlan ? planSums(order, items, available) : itemSums(order, items, available);
}

function itemSums(order: SummedOrder, items: readonly SummedItem[], available: number): RefundSums {
  const lines = items.map((item) => ({
    code: item.code,
    amount: minor(item.refundTotal),
    refundFee: minor(item.refundFee),
  }));
  const shipping = shippingWith(order, items);
  const total = minor(Math.min(available, sum(lines.map((line) => line.amount)) + shipping));
  return { lines, shippingRefund: minor(Math.min(shipping, total)), total };
}

function planSums(order: SummedOrder, items: readonly SummedItem[], available: number): RefundSums {
  const lines = items.map((item) => ({ code: item.code, amount: zero, refundFee: minor(item.refundFee) }));
  const kept = sum(items.map((item) => item.fee + item.refundFee));
  const total = minor(Math.max(0, Math.min(available, order.totalPaid - kept)));
  // Instalments pay for the items first and for shipping last.
  const forGoods = sum(items.map((item) => item.refundTotal));
  return { lines, shippingRefund: minor(Math.min(shippingWith(order, items), Math.max(0, total - forGoods))), total };
}

/** Shipping is refunded once, with the last merchandise item. */
function shippingWith(order: SummedOrder, items: readonly SummedItem[]): number {
  const goods = items.filter((item) => item.kind === 'merchandise');
  const left = order.items.filter((item) => item.kind === 'merchandise' && item.isLeft);
  const takesLast = goods.length > 0 && left.every((item) => goods.includes(item));
  return takesLast ? Math.max(0, order.shippingPaid - order.shippingRefunding) : 0;
}

/** A discount lowers the lines first and shipping last. `itemsTotal` is prices and fees of all lines. */
export const shippingPaidFor = (order: {
  readonly shippingAmount: number;
  readonly discountAmount: number;
  readonly itemsTotal: number;
}): Minor => paidShipping(order, Math.min(order.discountAmount, order.itemsTotal));

/** Live refunds only, in minor units. */
export interface RefundingSums {
  readonly total: number;
  readonly shipping: number;
}
