import { type OrderStatus, takesPayments } from '#features/orders/domain/order-status.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';
import { laterText } from '#kernel/text.ts';

export const MAXIMUM_REACHED = laterText('Please contact us immediately before making another payment attempt.');
/** From this many attempts on the page warns. */
export const WARN_FROM_ATTEMPT = 3;

export type PayRefusal =
  | { kind: 'already_paid' }
  | { kind: 'order_is_over' }
  | { kind: 'refund_active' }
  | { kind: 'refund_under_way' }
  | { kind: 'problem' }
  | { kind: 'on_its_way' }
  | { kind: 'too_many_attempts' }
  | { kind: 'no_card_payments' };

export interface PayFacts {
  orderStatus: OrderStatus;
  openRefund: OpenRefund;
  paymentStatus: PaymentStatus;
  attempts: number;
  maxAttempts: number;
  cardPaymentsOn: boolean;
}

/** Why the next try to pay a payment is refused; null when it may start. The page asks the same as the server. */
export function whyNotPay(facts: PayFacts): PayRefusal | null {
  if (facts.paymentStatus === 'paid') return { kind: 'already_paid' };
  if (facts.paymentStatus === 'cancelled' || !takesPayments(facts.orderStatus)) return { kind: 'order_is_over' };
  if (facts.openRefund === 'under_way') return { kind: 'refund_under_way' };
  if (facts.openRefund === 'requested') return { kind: 'refund_active' };
  // Its money is here and waits for the operator: another payment would be one too many.
  if (facts.paymentStatus === 'problem') return { kind: 'problem' };
  if (facts.paymentStatus === 'processing') return { kind: 'on_its_way' };
  if (!facts.cardPaymentsOn) return { kind: 'no_card_payments' };
  if (facts.attempts >= facts.maxAttempts) return { kind: 'too_many_attempts' };
  return null;
}

export const payRefusalTexts = {
  already_paid: laterText('This payment has been made already.'),
  order_is_over: laterText('This order can no longer be paid.'),
  refund_active: laterText(
    'You have an active refund request on this order. Please cancel the refund request if you wish to continue with the payment plan.',
  ),
  refund_under_way: laterText(
    'A refund for this order is being processed, so no payment can be made for it. Please contact us if you wish to pay.',
  ),
  problem: laterText(
    'The money we received for this payment does not match what is due. We are looking into it, and you need not pay again meanwhile.',
  ),
  on_its_way: laterText('This payment is being processed. Please wait a few minutes before you try again.'),
  too_many_attempts: MAXIMUM_REACHED,
  no_card_payments: laterText('This payment cannot be made by card.'),
} satisfies Record<PayRefusal['kind'], string>;
