import { paidShipping } from '#features/tickets/domain/refund-sum.ts';
import { type Minor, minor, sum, zero } from '#kernel/money.ts';

/** What the sums look at in one item of an order. Money in minor units. */
export interface SummedItem {
  readonly code: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly fee: number;
  readonly refundFee: number;
  /** Price less discount share and refund fee, never below 0: `refund_total` on the wire. */
  readonly refundTotal: number;
  /** In no refund that is not cancelled, and not dead for another reason: it may still come back one day. */
  readonly isLeft: boolean;
}

export interface SummedOrder {
  readonly hasPaymentPlan: boolean;
  readonly totalPaid: number;
  /** What the order's other refunds that are not cancelled pay back, shipping included. */
  readonly alreadyRefunding: number;
  /** What was really paid for shipping, see `shippingPaidFor`. */
  readonly shippingPaid: number;
  /** The shipping that those other refunds take along. */
  readonly shippingRefunding: number;
  readonly items: readonly SummedItem[];
}

export interface RefundSums {
  /** What goes back for each item, in the order of the items; 0 in the refund of a plan, which goes back as one sum. */
  readonly lines: readonly { readonly code: string; readonly amount: Minor; readonly refundFee: Minor }[];
  readonly shippingRefund: Minor;
  /** Shipping included; never more than was paid and is in no other refund. */
  readonly total: Minor;
}

/**
 * What a refund of the chosen items pays back. A line of an ordinary order pays back its price after discount less its refund
 * fee; shipping goes back with the last merchandise item. A plan is refunded as a whole: the amount paid less fees and refund
 * fees, never below 0. The wizard shows these sums, and the server freezes them with the request.
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
  // The instalments pay for the goods first; what is left of them paid for sending.
  const forGoods = sum(items.map((item) => item.refundTotal));
  return { lines, shippingRefund: minor(Math.min(shippingWith(order, items), Math.max(0, total - forGoods))), total };
}

/** Shipping goes back with the last piece of merchandise, and only once. */
function shippingWith(order: SummedOrder, items: readonly SummedItem[]): number {
  const goods = items.filter((item) => item.kind === 'merchandise');
  const left = order.items.filter((item) => item.kind === 'merchandise' && item.isLeft);
  const takesLast = goods.length > 0 && left.every((item) => goods.includes(item));
  return takesLast ? Math.max(0, order.shippingPaid - order.shippingRefunding) : 0;
}

/**
 * What was really paid for shipping, from what the wire shows of an order: a discount lowers the lines first and shipping
 * last. `itemsTotal` is prices and fees of all lines.
 */
export const shippingPaidFor = (order: {
  readonly shippingAmount: number;
  readonly discountAmount: number;
  readonly itemsTotal: number;
}): Minor => paidShipping(order, Math.min(order.discountAmount, order.itemsTotal));

/** What an order's refunds that are not cancelled take of it, in minor units. */
export interface RefundingSums {
  readonly total: number;
  readonly shipping: number;
}
