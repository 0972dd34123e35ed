import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import type { Tone } from '#ui/tone.ts';

export const statusTone: Readonly<Record<OrderStatus | PaymentStatus | RefundStatus, Tone>> = {
  pending: 'warn',
  processing: 'info',
  partial: 'warn',
  paid: 'ok',
  problem: 'bad',
  cancelled: 'neutral',
  abandoned: 'neutral',
  active: 'warn',
  processed: 'ok',
};

/** The tone of a ticket's or a merchandise item's status. */
export const itemTone: Readonly<Record<ItemStatus, Tone>> = {
  active: 'ok',
  refund: 'warn',
  refunding: 'info',
  'refund-problem': 'bad',
  refunded: 'neutral',
  cancelled: 'neutral',
};
