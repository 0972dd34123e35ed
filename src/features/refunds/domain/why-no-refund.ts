import { isRefundableOrder, type RefundableOrder, type WhyNot, whyNotRefundable } from './choose-items.ts';

/** Why nothing of an order can be given back that is paid. `at` is the moment that decides for its last item. */
export type WhyNoRefund =
  | { readonly kind: 'nothing_was_paid' }
  | Extract<WhyNot, { kind: 'not_refundable' | 'not_yet' | 'too_late' }>;

/**
 * The reason to say in the place of Request Refund; null when it can be requested, when nobody would expect it (not paid, no items), and
 * when a refund or a new holder, which the items themselves show, is the reason.
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
