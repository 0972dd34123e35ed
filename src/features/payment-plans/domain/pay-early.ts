import { asksForMoney, type PaymentStatus } from '#features/orders/domain/payment-status.ts';

interface OpenPart {
  readonly reference: string;
  readonly amount: number;
  readonly paid_amount: number;
  readonly payment_status: PaymentStatus;
}

export interface EarlyPayment {
  /** How many instalments can be paid now. */
  readonly count: number;
  /** All of them together, in minor units. */
  readonly total: number;
  /** What the first of them is called: a transfer of everything names it. */
  readonly reference: string;
  /** Whether nothing is left to pay after them: no other one is on its way, or a problem. */
  readonly isAllThatIsLeft: boolean;
}

/**
 * What of a plan under way can be paid before its time: any open instalment by card, one after the other, or all by one transfer that
 * names the first. Null when nothing can.
 */
export function earlyPaymentOf(order: {
  readonly payment_status: string;
  readonly has_active_refunds: boolean;
  readonly payments: readonly OpenPart[];
}): EarlyPayment | null {
  if (order.payment_status !== 'partial' || order.has_active_refunds) return null;
  const open = order.payments.filter(({ payment_status: status }) => asksForMoney(status));
  const [first] = open;
  if (!first) return null;
  const total = open.reduce((all, part) => all + part.amount - part.paid_amount, 0);
  const others = order.payments.filter(({ payment_status: status }) => status === 'processing' || status === 'problem');
  return { count: open.length, total, reference: first.reference, isAllThatIsLeft: others.length === 0 };
}
