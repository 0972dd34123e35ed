import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { isInRefund } from '#features/tickets/domain/item-status.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type RefundSums, refundSums, type SummedItem, type SummedOrder } from './refund-sums.ts';

export interface RefundableItem extends SummedItem {
  readonly name: string;
  readonly status: ItemStatus;
  /** Whether the operator offers refunds for it. */
  readonly isEverRefundable: boolean;
  /** By its status, its order and its period. */
  readonly isRefundable: boolean;
  /** ISO 8601; null: no limit. */
  readonly from: string | null;
  readonly until: string | null;
  /** Managed by another account, so this customer cannot return it. */
  readonly isHandedOver: boolean;
}

export interface RefundableOrder extends SummedOrder {
  readonly paymentStatus: OrderStatus;
  readonly isBeingPaid: boolean;
  readonly items: readonly RefundableItem[];
}

/** `at` is the deciding moment. */
export type WhyNot =
  | { readonly kind: 'in_refund' }
  | { readonly kind: 'refunded' }
  | { readonly kind: 'not_refundable' }
  | { readonly kind: 'handed_over' }
  | { readonly kind: 'not_yet'; readonly at: string }
  | { readonly kind: 'too_late'; readonly at: string }
  | { readonly kind: 'not_now' };

/** Returns why the item cannot be refunded; null if a refund can be requested at `now`. */
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

export const isRefundableOrder = (order: { paymentStatus: OrderStatus; hasPaymentPlan: boolean }): boolean =>
  order.paymentStatus === 'paid' || (order.paymentStatus === 'partial' && order.hasPaymentPlan);

/** A plan is refunded as a whole, whatever was chosen. Returns the sums to freeze with the request. */
export function chooseItems(
  order: RefundableOrder,
  wanted: readonly string[],
  now: Date,
): Result<RefundSums, RefundRefusal> {
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
  return sums.total > 0 ? ok(sums) : refuse({ kind: 'nothing_to_pay_back' });
}
