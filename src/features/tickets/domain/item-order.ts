import type { OrderStatus } from '#features/orders/domain/order-status.ts';

/** What the rules of issued items look at in their order. */
export interface ItemOrder {
  readonly paymentStatus: OrderStatus;
  readonly isTermsAccepted: boolean;
}
