import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';

/** The page shows a warning from this attempt on. */
export const WARN_FROM_ATTEMPT = 3;

export const payRefusals = [
  'already_paid',
  /** The operator has waived all of it. */
  'waived',
  'order_is_over',
  'refund_active',
  'refund_under_way',
  'problem',
  'on_its_way',
  'too_many_attempts',
  'no_card_payments',
] as const;

export type PayRefusal = { kind: (typeof payRefusals)[number] };

export interface PayFacts {
  orderStatus: OrderStatus;
  openRefund: OpenRefund;
  paymentStatus: PaymentStatus;
  /** Nothing is left of its amount, because the operator has waived it. */
  isWaived: boolean;
  attempts: number;
  maxAttempts: number;
  takesCardPayments: boolean;
}

/** Returns why a payment cannot start, or null if it can. Page and server share this rule. */
export function whyNotPay(facts: PayFacts): PayRefusal | null {
  if (facts.paymentStatus === 'paid') return { kind: 'already_paid' };
  const isOver = facts.orderStatus === 'cancelled' || facts.orderStatus === 'abandoned';
  if (facts.isWaived && facts.paymentStatus === 'cancelled' && !isOver) return { kind: 'waived' };
  if (facts.paymentStatus === 'cancelled' || !takesPayments(facts.orderStatus)) return { kind: 'order_is_over' };
  if (facts.openRefund === 'under_way') return { kind: 'refund_under_way' };
  if (facts.openRefund === 'requested') return { kind: 'refund_active' };
  // Its money waits for the operator: the customer must not pay twice.
  if (facts.paymentStatus === 'problem') return { kind: 'problem' };
  if (facts.paymentStatus === 'processing') return { kind: 'on_its_way' };
  if (!facts.takesCardPayments) return { kind: 'no_card_payments' };
  if (facts.attempts >= facts.maxAttempts) return { kind: 'too_many_attempts' };
  return null;
}
