import { keepsStock, type OrderStatus } from '#features/orders/domain/order-status.ts';

export interface TermsFacts {
  readonly paymentStatus: OrderStatus;
  readonly isAccepted: boolean;
  readonly isFullyRefunded: boolean;
}

export type AcceptRefusal =
  | { readonly kind: 'order_is_over' }
  | { readonly kind: 'fully_refunded' }
  | { readonly kind: 'terms_changed' };

/**
 * Why an order's terms can no longer be accepted; null if they can be, or already were. Server and page share this
 * rule.
 */
export function whyNotAccept(order: TermsFacts): AcceptRefusal | null {
  if (order.isAccepted) return null;
  if (!keepsStock(order.paymentStatus)) return { kind: 'order_is_over' };
  return order.isFullyRefunded ? { kind: 'fully_refunded' } : null;
}

/**
 * Chooses the notice that replaces the form on an order's page by link: why the order's terms can no longer be
 * accepted, even if they were accepted before it ended, or thanks for an acceptance. Null while the terms can be
 * accepted.
 */
export function acceptNoticeOf(order: TermsFacts): 'accepted' | AcceptRefusal['kind'] | null {
  const refusal = whyNotAccept({ ...order, isAccepted: false });
  return refusal?.kind ?? (order.isAccepted ? 'accepted' : null);
}
