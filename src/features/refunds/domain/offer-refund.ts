import {
  isRefundableOrder,
  type RefundableItem,
  type RefundableOrder,
  refundSums,
  type WhyNot,
  whyNotRefundable,
} from './refundable-items.ts';

export function canRequestRefund(order: RefundableOrder, now: Date): boolean {
  if (!isRefundableOrder(order) || order.items.length === 0) return false;
  if (order.hasPaymentPlan) {
    return order.items.every((item) => whyNotRefundable(item, now) === null) && totalOf(order, order.items) > 0;
  }
  const possible = order.items.filter((item) => whyNotRefundable(item, now) === null);
  return (['tickets', 'merchandise'] as const).some(
    (kind) =>
      totalOf(
        order,
        possible.filter((item) => item.kind === kind),
      ) > 0,
  );
}

const totalOf = (order: RefundableOrder, items: readonly RefundableItem[]): number =>
  refundSums(order, new Set(items.map((item) => item.code))).total;

/** `at` is the moment from or until which a refund is possible. */
export type WhyNoRefund =
  | { readonly kind: 'nothing_was_paid' }
  | Extract<WhyNot, { kind: 'not_refundable' | 'not_yet' | 'too_late' }>;

/**
 * Returns what to show instead of Request Refund if `canRequestRefund` is false. Null if nobody would expect a refund
 * (not paid, no items), or if the items show the reason (a refund, a new holder).
 */
export function whyNoRefund(order: RefundableOrder, now: Date): WhyNoRefund | null {
  if (!isRefundableOrder(order) || order.items.length === 0) return null;
  const reasons = order.items.map((item) => whyNotRefundable(item, now));
  const first = (kind: WhyNoRefund['kind']) =>
    reasons.find((reason) => reason?.kind === kind) as WhyNoRefund | undefined;
  if (reasons.some((reason) => reason?.kind === 'in_refund' || reason?.kind === 'refunded')) return null;
  if (order.totalPaid === 0) return { kind: 'nothing_was_paid' };
  return first('not_yet') ?? first('too_late') ?? first('not_refundable') ?? null;
}
