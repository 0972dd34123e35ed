import { markedText } from '#kernel/language.ts';
import type { OrderStatus } from '../../domain/order-status.ts';
import type { PaymentStatus } from '../../domain/payment-status.ts';

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
