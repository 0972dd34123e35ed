import { type AmountLimits, isWithin } from '#features/shop-config/domain/typed-amount.ts';
import { isStillOrdered } from '#features/tickets/domain/item-status.ts';
import { type Minor, minor, sum, zero } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type PaidAndKept, paidAndKept, paidFor, refundableOf, shareOut, spread } from './kept-money.ts';
import { isRefundableOrder, type RefundableItem, type RefundableOrder, takesLastGoods } from './refundable-items.ts';

export interface PaidItem extends RefundableItem {
  readonly price: number;
  readonly discountShare: number;
}

export interface PaidOrder extends RefundableOrder {
  readonly items: readonly PaidItem[];
}

/** What the operator wants to refund without a customer's request. */
export interface OperatorRequest {
  /** Empty for all items that are in no refund. A plan is refunded as a whole. */
  readonly codes: readonly string[];
  /** `kept`: booking fees and refund fees are kept, as for a customer's request. `returned`: both are given back. */
  readonly fees: 'kept' | 'returned';
  /** Null: shipping goes back with the last piece of merchandise, as for a customer's request. */
  readonly shipping: boolean | null;
  /** The total including shipping; null to calculate it from `fees` and `shipping`. */
  readonly amount: number | null;
}

export type OperatorRefundRefusal =
  | { readonly kind: 'unknown_item'; readonly code: string }
  | { readonly kind: 'order_not_refundable' }
  | { readonly kind: 'being_paid' }
  | { readonly kind: 'nothing_left' }
  | { readonly kind: 'item_in_refund'; readonly code: string; readonly name: string }
  | { readonly kind: 'no_shipping_left' }
  /** The limits of what can be refunded for these items. */
  | ({ readonly kind: 'amount_not_between' } & AmountLimits);

/** Whether the refund gives more than the customer can request: fees, or items outside their refund period. */
export const exceedsRequest = (
  fees: OperatorRequest['fees'],
  items: readonly { readonly mayBeRequested: boolean }[],
): boolean => fees === 'returned' || items.some((item) => !item.mayBeRequested);

interface OperatorLine {
  readonly code: string;
  /** Includes `feeRefund`; 0 for a plan, which is refunded as one sum. */
  readonly amount: Minor;
  /** The part of the price that is kept. */
  readonly refundFee: Minor;
  /** The part of the booking fee that is given back. */
  readonly feeRefund: Minor;
}

export interface OperatorSums {
  readonly lines: readonly OperatorLine[];
  readonly shippingRefund: Minor;
  readonly total: Minor;
}

/**
 * The operator can refund after the deadline, and items that are not refundable or were transferred, but never more than
 * was paid.
 */
export function operatorRefund(order: PaidOrder, wanted: OperatorRequest): Result<OperatorSums, OperatorRefundRefusal> {
  const unknown = wanted.codes.find((code) => !order.items.some((item) => item.code === code));
  if (unknown !== undefined) return refuse({ kind: 'unknown_item', code: unknown });
  if (!isRefundableOrder(order)) return refuse({ kind: 'order_not_refundable' });
  if (order.isBeingPaid) return refuse({ kind: 'being_paid' });
  const chosenCodes = new Set(wanted.codes);
  const items = order.hasPaymentPlan
    ? order.items
    : order.items.filter((item) => (chosenCodes.size > 0 ? chosenCodes.has(item.code) : isStillOrdered(item.status)));
  const taken = items.find((item) => !isStillOrdered(item.status));
  if (taken) return refuse({ kind: 'item_in_refund', code: taken.code, name: taken.name });
  if (items.length === 0) return refuse({ kind: 'nothing_left' });

  const shipping = shippingOf(order, items, wanted);
  if (wanted.shipping === true && shipping === 0) return refuse({ kind: 'no_shipping_left' });
  const available = availableOf(order);
  return order.hasPaymentPlan
    ? planRefund(order, items, wanted, shipping)
    : itemsRefund(items, wanted, { shipping, available });
}

interface Bounds {
  readonly shipping: number;
  /** What was paid and is in no other refund. */
  readonly available: number;
}

/** The amounts that can be refunded for chosen items of an order without a plan. */
export const itemLimits = ({
  items,
  fees,
  shipping,
  available,
}: Bounds & {
  readonly items: readonly PaidAndKept[];
  readonly fees: OperatorRequest['fees'];
}): AmountLimits => ({
  minimum: 1,
  maximum: Math.min(available, sum(items.map((item) => refundableOf(item, fees))) + shipping),
});

/** The amounts that can be refunded for a payment plan. */
export const planLimits = (order: PaidOrder, fees: OperatorRequest['fees']): AmountLimits => {
  const refundFees =
    fees === 'returned' ? [] : order.items.map((item) => Math.min(item.refundFee, paidFor(item).price));
  const most = Math.min(availableOf(order), order.totalPaid - keptFeesOf(order.items, fees));
  return { minimum: 1, maximum: Math.max(0, most - sum(refundFees)) };
};

const availableOf = ({ totalPaid, alreadyRefunding }: PaidOrder): number => Math.max(0, totalPaid - alreadyRefunding);

const keptFeesOf = (items: readonly PaidItem[], fees: OperatorRequest['fees']): number =>
  sum(items.map((item) => item.fee - (fees === 'returned' ? paidFor(item).fee : 0)));

function itemsRefund(
  items: readonly PaidItem[],
  wanted: OperatorRequest,
  { shipping, available }: Bounds,
): Result<OperatorSums, OperatorRefundRefusal> {
  const limits = itemLimits({ items: items.map(paidAndKept), fees: wanted.fees, shipping, available });
  if (wanted.amount !== null && !isWithin(wanted.amount, limits))
    return refuse({ kind: 'amount_not_between', ...limits });
  const total = wanted.amount ?? limits.maximum;
  const forShipping = Math.min(shipping, total);
  const parts = shareOut(items.map(paidAndKept), { fees: wanted.fees, limit: total - forShipping });
  const lines = items.map((item, index): OperatorLine => {
    const { amount } = parts[index]!;
    const { price } = paidFor(item);
    const feeRefund = minor(Math.max(0, amount - price));
    return { code: item.code, amount, feeRefund, refundFee: minor(price - (amount - feeRefund)) };
  });
  return ok({ lines, shippingRefund: minor(forShipping), total: minor(total) });
}

/**
 * Calculates the operator's refund of a payment plan. The part of the prices that is not paid back is kept as refund
 * fees, so that a plan's sums still explain its total.
 */
function planRefund(
  order: PaidOrder,
  items: readonly PaidItem[],
  wanted: OperatorRequest,
  shipping: number,
): Result<OperatorSums, OperatorRefundRefusal> {
  const prices = items.map((item) => paidFor(item).price);
  const fees = items.map((item) => (wanted.fees === 'returned' ? paidFor(item).fee : 0));
  const keptFees = keptFeesOf(items, wanted.fees);
  const limits = planLimits(order, wanted.fees);
  if (wanted.amount !== null && !isWithin(wanted.amount, limits))
    return refuse({ kind: 'amount_not_between', ...limits });
  const total = wanted.amount ?? limits.maximum;
  const kept = spread(Math.min(sum(prices), order.totalPaid - keptFees - total), prices);
  const lines = items.map(
    (item, index): OperatorLine => ({ code: item.code, amount: zero, feeRefund: zero, refundFee: kept[index]! }),
  );
  // Instalments pay for the items first and for shipping last.
  const forGoods = sum(prices) + sum(fees) - sum(kept);
  const forShipping = Math.min(shipping, Math.max(0, total - forGoods));
  return ok({
    lines: lines.map((line, index) => ({ ...line, feeRefund: minor(fees[index]!) })),
    shippingRefund: minor(forShipping),
    total: minor(total),
  });
}

function shippingOf(order: PaidOrder, items: readonly PaidItem[], { shipping }: OperatorRequest): number {
  const left = Math.max(0, order.shippingPaid - order.shippingRefunding);
  if (order.hasPaymentPlan) return shipping === false ? 0 : left;
  if (shipping !== null) return shipping ? left : 0;
  return takesLastGoods(order.items, items) ? left : 0;
}
