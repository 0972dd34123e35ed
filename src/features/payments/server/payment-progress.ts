import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { asksForMoney } from '#features/orders/domain/payment-status.ts';
import { moveOrder, movePayments, type OrderRow, paymentOf, paymentsOf } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { openAttemptsOfPayment } from './attempt-store.ts';

/** Moves the payment, and the order if it has received no money yet. */
export async function startProcessing(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  if (asksForMoney(payment.status)) await movePayments(tx, [{ payment, to: 'processing' }]);
  if (order.paymentStatus === 'pending') await moveOrder(tx, order, 'processing');
}

/** Lets the customer pay again, unless another attempt is processing. */
export async function endProcessing(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payments = await paymentsOf(tx, [order.id]);
  const payment = payments.find(({ id }) => id === paymentId)!;
  if (payment.status === 'processing' && !(await isAnyOnItsWay(tx, paymentId))) {
    await movePayments(tx, [{ payment, to: statusByMoney(payment.amount, payment.paidAmount) }]);
  }
  if (order.paymentStatus === 'processing' && !payments.some(({ status }) => status === 'processing')) {
    await moveOrder(tx, order, statusByMoney(order.totalPrice, order.totalPaid));
  }
}

const isAnyOnItsWay = async (tx: Tx, paymentId: number): Promise<boolean> =>
  (await openAttemptsOfPayment(tx, paymentId)).some(({ status }) => status === 'processing');

/** Makes payment and order wait for the operator. */
export async function markAsProblem(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  if (payment.status !== 'paid') await movePayments(tx, [{ payment, to: 'problem' }]);
  await moveOrder(tx, order, 'problem');
}
