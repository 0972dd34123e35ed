import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { markedText } from '#kernel/language.ts';

// For `translate`. These names are for staff; customers see the shop's own labels.

export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  pending: markedText('Not paid'),
  processing: markedText('Payment in progress'),
  partial: markedText('Partially paid'),
  paid: markedText('Paid'),
  problem: markedText('Payment problem'),
  cancelled: markedText('Cancelled'),
  abandoned: markedText('Not paid in time'),
};

export const paymentStatusNames: Readonly<Record<PaymentStatus, string>> = {
  pending: markedText('Open'),
  processing: markedText('Payment in progress'),
  partial: markedText('Partially paid'),
  paid: markedText('Paid'),
  problem: markedText('Payment problem'),
  cancelled: markedText('Cancelled'),
};

export const itemStatusNames: Readonly<Record<ItemStatus, string>> = {
  active: markedText('Valid'),
  refund: markedText('Refund requested'),
  refunding: markedText('Refund being paid'),
  'refund-problem': markedText('Refund not paid out'),
  refunded: markedText('Refunded'),
  cancelled: markedText('Cancelled'),
};

export const refundStatusNames: Readonly<Record<RefundStatus, string>> = {
  active: markedText('Requested'),
  processing: markedText('Being paid out'),
  problem: markedText('Not paid out'),
  processed: markedText('Paid out'),
  cancelled: markedText('Cancelled'),
};
