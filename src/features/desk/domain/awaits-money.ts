import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import { isClosed, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

/** Whether the order still waits for money. A plan that was refunded stays `partial`, but its payments are cancelled. */
export const awaitsMoney = (order: {
  readonly status: OrderStatus;
  readonly payments: readonly { readonly status: PaymentStatus }[];
}): boolean => takesPayments(order.status) && order.payments.some(({ status }) => !isClosed(status));
