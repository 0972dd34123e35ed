import { isPayable, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

interface OpenInstalment {
  readonly reference: string;
  readonly amount: number;
  readonly paid_amount: number;
  readonly payment_status: PaymentStatus;
}

export interface EarlyPayment {
  /** The number of instalments that can be paid now. */
  readonly count: number;
  /** Their sum, in minor units. */
  readonly total: number;
  /** The first instalment's reference, which a transfer of the full sum must contain. */
  readonly reference: string;
  /** Whether nothing is left to pay after them: no other instalment is in progress or has a problem. */
  readonly isAllThatIsLeft: boolean;
}

/**
 * Returns what can be paid early on an active plan: the open instalments by card, one after the other, or all by one
 * transfer with the first one's reference. Null if there is nothing.
 */
export function earlyPaymentOf(order: {
  readonly payment_status: string;
  readonly has_active_refunds: boolean;
  readonly payments: readonly OpenInstalment[];
}): EarlyPayment | null {
  if (order.payment_status !== 'partial' || order.has_active_refunds) return null;
  const open = order.payments.filter(({ payment_status: status }) => isPayable(status));
  const [first] = open;
  if (!first) return null;
  const total = open.reduce((all, instalment) => all + instalment.amount - instalment.paid_amount, 0);
  const others = order.payments.filter(({ payment_status: status }) => status === 'processing' || status === 'problem');
  return { count: open.length, total, reference: first.reference, isAllThatIsLeft: others.length === 0 };
}
