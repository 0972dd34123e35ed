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

/** Why an order's terms cannot be accepted any more; null when they can, or were. The page asks the same as the server. */
export function whyNotAccept(order: TermsFacts): AcceptRefusal | null {
  if (order.isAccepted) return null;
  if (!keepsStock(order.paymentStatus)) return { kind: 'order_is_over' };
  return order.isFullyRefunded ? { kind: 'fully_refunded' } : null;
}

/**
 * What an order's page by link says instead of its form: why nothing can be accepted, also of an order whose terms were accepted
 * before it ended; thanks; or nothing, as long as they can be accepted.
 */
export function acceptNoticeOf(order: TermsFacts): 'accepted' | AcceptRefusal['kind'] | null {
  const refusal = whyNotAccept({ ...order, isAccepted: false });
  return refusal?.kind ?? (order.isAccepted ? 'accepted' : null);
}
