import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { type ItemStatus, isInRefund } from '#features/tickets/domain/item-status.ts';
import { type Minor, minor, sum, zero } from '#kernel/money.ts';
import { hasBegun, hasEnded } from '#kernel/period.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';

/** Amounts in minor units. */
export interface SummedItem {
  readonly code: string;
  readonly kind: 'tickets' | 'merchandise';
  readonly fee: number;
  readonly refundFee: number;
  /** Price less discount share and refund fee, at least 0: `refund_total` on the wire. */
  readonly refundTotal: number;
  /** Whether it could still be refunded, see `isStillOrdered`. */
  readonly isStillOrdered: boolean;
}

export interface SummedOrder {
  readonly hasPaymentPlan: boolean;
  readonly totalPaid: number;
  /** What the order's other refunds pay back, including shipping. Cancelled ones do not count. */
  readonly alreadyRefunding: number;
  /** The shipping price after the discount. */
  readonly shippingPaid: number;
  /** The shipping that those other refunds include. */
  readonly shippingRefunding: number;
  readonly items: readonly SummedItem[];
}

export interface RefundableItem extends SummedItem {
  readonly name: string;
  readonly status: ItemStatus;
  /** Whether the operator offers refunds for it. */
  readonly isEverRefundable: boolean;
  /** Whether it can be refunded now, judged by its status, its order and its period. */
  readonly isRefundable: boolean;
  /** ISO 8601; null: no limit. */
  readonly from: string | null;
  readonly until: string | null;
  /** Another account manages the item, so this customer cannot request its refund. */
  readonly isReassigned: boolean;
}

export interface RefundableOrder extends SummedOrder {
  readonly paymentStatus: OrderStatus;
  readonly isBeingPaid: boolean;
  readonly items: readonly RefundableItem[];
}

/** Whether the customer can request the item's refund now. */
export const mayBeRequested = (item: Pick<RefundableItem, 'isRefundable' | 'isReassigned'>): boolean =>
  item.isRefundable && !item.isReassigned;

/** `at` is when the refund period begins or ended. */
export type WhyNot =
  | { readonly kind: 'in_refund' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'not_refundable' }
  | { readonly kind: 'reassigned' }
  | { readonly kind: 'not_yet'; readonly at: string }
  | { readonly kind: 'too_late'; readonly at: string }
  | { readonly kind: 'not_now' };

/** Returns why the item cannot be refunded; null if a refund can be requested at `now`. */
export function whyNotRefundable(item: RefundableItem, now: Date): WhyNot | null {
  if (item.status === 'refunded') return { kind: 'refunded' };
  if (isInRefund(item.status)) return { kind: 'in_refund' };
  if (item.isReassigned) return { kind: 'reassigned' };
  if (!item.isEverRefundable) return { kind: 'not_refundable' };
  if (item.isRefundable) return null;
  if (item.until !== null && (item.from === null || hasEnded(item.until, now))) {
    return { kind: 'too_late', at: item.until };
  }
  if (item.from !== null && !hasBegun(item.from, now)) return { kind: 'not_yet', at: item.from };
  return { kind: 'not_now' };
}

export type RefundRefusal =
  | { readonly kind: 'nothing_chosen' }
  | { readonly kind: 'mixed' }
  | { readonly kind: 'unknown_item'; readonly codes: readonly string[] }
  | { readonly kind: 'order_not_refundable' }
  | { readonly kind: 'being_paid' }
  | { readonly kind: 'item_not_refundable'; readonly name: string; readonly why: WhyNot['kind'] }
  | { readonly kind: 'nothing_to_pay_back' };

export const isRefundableOrder = (order: { paymentStatus: OrderStatus; hasPaymentPlan: boolean }): boolean =>
  order.paymentStatus === 'paid' || (order.paymentStatus === 'partial' && order.hasPaymentPlan);

/** A plan is refunded as a whole, whatever was chosen. Returns the sums to freeze with the request. */
export function chooseItems(
  order: RefundableOrder,
  wanted: readonly string[],
  now: Date,
): Result<RefundSums, RefundRefusal> {
  const known = new Set(order.items.map((item) => item.code));
  const unknown = wanted.filter((code) => !known.has(code));
  if (unknown.length > 0) return refuse({ kind: 'unknown_item', codes: unknown });
  if (!isRefundableOrder(order)) return refuse({ kind: 'order_not_refundable' });
  const chosen = new Set(order.hasPaymentPlan ? known : wanted);
  const items = order.items.filter((item) => chosen.has(item.code));
  if (items.length === 0) return refuse({ kind: 'nothing_chosen' });
  if (!order.hasPaymentPlan && new Set(items.map((item) => item.kind)).size > 1) return refuse({ kind: 'mixed' });
  for (const item of items) {
    const why = whyNotRefundable(item, now);
    if (why) return refuse({ kind: 'item_not_refundable', name: item.name, why: why.kind });
  }
  if (order.isBeingPaid) return refuse({ kind: 'being_paid' });
  const sums = refundSums(order, chosen);
  return sums.total > 0 ? ok(sums) : refuse({ kind: 'nothing_to_pay_back' });
}

export interface RefundSums {
  /** One amount for each item, in the order of the items; 0 for a plan, which is refunded as one sum. */
  readonly lines: readonly { readonly code: string; readonly amount: Minor; readonly refundFee: Minor }[];
  readonly shippingRefund: Minor;
  /** Includes shipping. At most what was paid and is in no other refund. */
  readonly total: Minor;
}

/**
 * A line pays back its price after discount less its refund fee; shipping is refunded with the last merchandise item. A
 * plan is refunded as a whole: the amount paid less booking and refund fees, at least 0. The wizard shows these sums;
 * the server freezes them with the request.
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

const shippingWith = (order: SummedOrder, items: readonly SummedItem[]): number =>
  takesLastGoods(order.items, items) ? Math.max(0, order.shippingPaid - order.shippingRefunding) : 0;

/** Whether the chosen items contain the last merchandise of an order, with which shipping is refunded. */
export function takesLastGoods<Item extends { readonly kind: string; readonly isStillOrdered: boolean }>(
  items: readonly Item[],
  chosen: readonly Item[],
): boolean {
  const goods = chosen.filter((item) => item.kind === 'merchandise');
  const left = items.filter((item) => item.kind === 'merchandise' && item.isStillOrdered);
  return goods.length > 0 && left.every((item) => goods.includes(item));
}

/** Sums of the refunds that are not cancelled, in minor units. */
export interface RefundingSums {
  readonly total: number;
  readonly shipping: number;
}
