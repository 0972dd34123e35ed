import { isOverdue } from '#features/orders/domain/payment-view.ts';
import type { OrderRow, PaymentRow } from '#features/orders/server/public.ts';
import { toInstant } from '#wire/fields.ts';
import type { StepOrder } from '../domain/next-step.ts';

/** Returns the order as the browser knows it, so that mails and documents show the same next step. */
export const stepOrderOf = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  timezone: string,
  now: Date,
): StepOrder => ({
  code: order.code,
  payment_status: order.paymentStatus,
  payment_method: order.paymentMethod,
  has_payment_plan: order.hasPaymentPlan,
  total_price: order.totalPrice,
  total_paid: order.totalPaid,
  payments: payments.map(({ reference, amount, paidAmount, status, dueAt, attempts }) => ({
    reference,
    amount,
    paid_amount: paidAmount,
    payment_status: status,
    due_at: toInstant(dueAt),
    overdue: isOverdue({ status, dueAt }, timezone, now),
    attempt: attempts,
  })),
});
