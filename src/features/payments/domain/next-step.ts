import type { OpenTransfer } from '#features/orders/domain/bank-transfer-text.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { isPayable, type PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { whyNotPay } from './may-pay.ts';

export interface StepPayment {
  reference: string;
  /** Minor units. */
  amount: number;
  paid_amount: number;
  payment_status: PaymentStatus;
  due_at: string;
  overdue: boolean;
  /** Card attempts so far. */
  attempt?: number;
}

export interface StepOrder<Payment extends StepPayment = StepPayment> {
  code: string;
  payment_status: OrderStatus;
  payment_method: PaymentMethod;
  has_payment_plan: boolean;
  /** Whether later instalments can also be paid by transfer. */
  takes_transfers?: boolean;
  /** An unfinished refund stops further payments. */
  has_active_refunds?: boolean;
  /** Minor units. */
  total_price: number;
  total_paid: number;
  payments: readonly Payment[];
}

export type NextStep<Payment> =
  | { kind: 'pay'; payment: Payment }
  /** No attempts are left (the operator can reset their number), or the shop takes no cards. */
  | { kind: 'cannot_pay'; payment: Payment; why: 'too_many_attempts' | 'no_card_payments' }
  | { kind: 'await_transfer' | 'processing' | 'problem' | 'cancelled' | 'abandoned' | 'paid' | 'nothing' };

const openPaymentOf = <Payment extends StepPayment>(order: StepOrder<Payment>): Payment | undefined =>
  order.payments.find(({ payment_status: status }) => isPayable(status));

/**
 * Returns what can be paid by transfer, or null. For a plan this is its next instalment, with its own reference. For a
 * transfer order that is pending, partial, processing or a problem, it is the full missing amount.
 */
export function openTransferOf(order: StepOrder): OpenTransfer | null {
  if (!awaitsMoney[order.payment_status]) return null;
  const open = openPaymentOf(order);
  if (order.has_payment_plan) return open ? transferOfInstalment(order, open) : null;
  if (order.payment_method !== 'bank_transfer') return null;
  const amount = order.total_price - order.total_paid;
  return amount > 0 ? { amount, code: order.code, deadline: announcedDay(open), isLaterInstalment: false } : null;
}

/**
 * Returns how an instalment can be paid by transfer, or null. The first is paid by the order's own method; later ones
 * also by transfer if the shop accepts transfers from the order's country.
 */
export function transferOfInstalment(order: StepOrder, instalment: StepPayment): OpenTransfer | null {
  const isLaterInstalment = instalment.reference !== order.payments[0]?.reference;
  if (order.payment_method !== 'bank_transfer' && !(isLaterInstalment && order.takes_transfers)) return null;
  return {
    amount: instalment.amount - instalment.paid_amount,
    code: order.has_payment_plan ? instalment.reference : order.code,
    deadline: announcedDay(instalment),
    isLaterInstalment,
  };
}

/** The shop waits longer for a transfer than it tells the customer. Only the announced day is shown. */
const announcedDay = (payment: StepPayment | undefined): string | null =>
  payment && !payment.overdue ? payment.due_at : null;

const awaitsMoney: Record<OrderStatus, boolean> = {
  pending: true,
  partial: true,
  processing: true,
  problem: true,
  paid: false,
  cancelled: false,
  abandoned: false,
};

/**
 * The one thing that an order's page shows first. A transfer order awaits its money. Otherwise, and for later
 * instalments, the first open payment can be made by card if the shop takes cards.
 */
export function nextStepOf<Payment extends StepPayment>(
  order: StepOrder<Payment>,
  shop: { shopPaymentCreditCard: boolean; shopPaymentCreditCardMaxAttempts: number },
): NextStep<Payment> {
  switch (order.payment_status) {
    case 'paid':
    case 'cancelled':
    case 'abandoned':
    case 'problem':
      return { kind: order.payment_status };
    case 'pending':
    case 'processing':
    case 'partial': {
      if (order.has_active_refunds) return { kind: 'nothing' };
      if (order.payments.some(({ payment_status: status }) => status === 'processing')) return { kind: 'processing' };
      const isLaterInstalment = order.has_payment_plan && order.payment_status === 'partial';
      const isByCard = isLaterInstalment && shop.shopPaymentCreditCard;
      if (openTransferOf(order) && !isByCard) return { kind: 'await_transfer' };
      const open = openPaymentOf(order);
      if (!open) return { kind: 'nothing' };
      const refusal = whyNotPay({
        orderStatus: order.payment_status,
        openRefund: 'none',
        paymentStatus: open.payment_status,
        isWaived: false,
        attempts: open.attempt ?? 0,
        maxAttempts: shop.shopPaymentCreditCardMaxAttempts,
        takesCardPayments: shop.shopPaymentCreditCard,
      })?.kind;
      return refusal === 'too_many_attempts' || refusal === 'no_card_payments'
        ? { kind: 'cannot_pay', payment: open, why: refusal }
        : { kind: 'pay', payment: open };
    }
  }
}

export const isUnpaidCardOrder = (order: StepOrder): boolean =>
  order.payment_method === 'credit_card' && order.payment_status === 'pending' && openPaymentOf(order) !== undefined;
