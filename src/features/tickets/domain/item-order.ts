import type { OrderStatus } from '#features/orders/domain/order-status.ts';

export interface ItemOrder {
  readonly paymentStatus: OrderStatus;
  readonly isTermsAccepted: boolean;
}
