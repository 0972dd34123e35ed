import type { OrderStatus } from '#features/orders/domain/order-status.ts';

/** The facts about an order that the rules for its items need. */
export interface ItemOrder {
  readonly paymentStatus: OrderStatus;
  readonly isTermsAccepted: boolean;
}
