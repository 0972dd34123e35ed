import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { isInRefund } from '#features/tickets/domain/item-status.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type RefundSums, refundSums, type SummedItem, type SummedOrder } from './refund-sums.ts';

/** What the rules look at in one item. `SummedItem` is its part in the sums. */
export interface RefundableItem extends SummedItem {
  readonly name: string;
  readonly status: ItemStatus;
  /** Whether the operator ever gives money back for it. */
  readonly isEverRefundable: boolean;
  /** Whether a request may be made now, by status, order and the item's window. */
  readonly isRefundable: boolean;
  /** Instants (ISO 8601); null: no such limit. */
  readonly from: string | null;
  readonly until: string | null;
  /** Managed by another account since it was handed over: only whoever has it could give it back. */
  readonly isHandedOver: boolean;
}

export interface RefundableOrder extends SummedOrder {
  readonly paymentStatus: OrderStatus;
  /** A payment of it is being made at this moment. */
  readonly isBeingPaid: boolean;
  readonly items: readonly RefundableItem[];
}

/** Why an item cannot be ticked. `at` is the moment that decides, where there is one. */
export type WhyNot =
  | { readonly kind: 'in_refund' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'not_refundable' }
  | { readonly kind: 'handed_over' }
  | { readonly kind: 'not_yet'; readonly at: string }
  | { readonly kind: 'too_late'; readonly at: string }
  | { readonly kind: 'not_now' };

/** Why a refund of the item cannot be asked for at `now`; null when it can. */
export function whyNotRefundable(item: RefundableItem, now: Date): WhyNot | null {
  if (item.status === 'refunded') return { kind: 'refunded' };
  if (isInRefund(item.status)) return { kind: 'in_refund' };
  if (item.isHandedOver) return { kind: 'handed_over' };
  if (!item.isEverRefundable) return { kind: 'not_refundable' };
  if (item.isRefundable) return null;
  if (item.until !== null && (item.from === null || now.getTime() >= Date.parse(item.until))) {
    return { kind: 'too_late', at: item.until };
  }
  if (item.from !== null && now.getTime() < Date.parse(item.from)) return { kind: 'not_yet', at: item.from };
  return { kind: 'not_now' };
}

export type RefundRefusal =
  | { readonly kind: 'nothing_chosen' }
  | { readonly kind: 'mixed' }
  | { readonly kind: 'unknown_item' }
  | { readonly kind: 'order_not_refundable' }
  | { readonly kind: 'being_paid' }
  | { readonly kind: 'item_not_refundable'; readonly name: string; readonly why: WhyNot['kind'] }
  | { readonly kind: 'nothing_to_pay_back' };

/** Whether refunds of an order are possible at all: it is paid, or its plan is under way. */
export const isRefundableOrder = (order: { paymentStatus: OrderStatus; hasPaymentPlan: boolean }): boolean =>
  order.paymentStatus === 'paid' || (order.paymentStatus === 'partial' && order.hasPaymentPlan);

/**
 * Decides a request for the items with the chosen codes. Of a plan all items go back together, whatever was chosen.
 * Answers the items' codes and the sums that are frozen with the request.
 */
export function chooseItems(
  order: RefundableOrder,
  wanted: readonly string[],
  now: Date,
): Result<{ codes: readonly string[]; sums: RefundSums }, RefundRefusal> {
  const known = new Set(order.items.map((item) => item.code));
  if (wanted.some((code) => !known.has(code))) return refuse({ kind: 'unknown_item' });
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
  return sums.total > 0 ? ok({ codes: items.map((item) => item.code), sums }) : refuse({ kind: 'nothing_to_pay_back' });
}

/** Whether there is anything at all that a request could be made for: the order's `can_refund` flag. */
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
