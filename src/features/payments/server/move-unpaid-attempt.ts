import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import {
  moveOrder,
  movePayments,
  type OrderRow,
  paymentOf,
  paymentsOf,
  uncountAttempt,
} from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { isOpenStatus } from '../domain/attempt-status.ts';
import { isOverIfUnknown, startWasLost } from '../domain/attempt-times.ts';
import type { AttemptRow } from './attempt-store.ts';
import { noteDeclineReason } from './decline-reason-store.ts';
import { openAttemptsOfPayment } from './find-attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { moveAttempts } from './settle-store.ts';

/** Applies a report that brings no money. Call it under the locks of order and attempt. */
export async function moveUnpaidAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  update: Exclude<StatusUpdate, { status: 'open' | 'paid' }>,
  now: Date,
): Promise<void> {
  const { status } = update;
  if (status === 'processing') {
    if (await moveAttempts(tx, [attempt], 'processing', now, new Date(now.getTime() + 60_000))) {
      await startProcessing(tx, order, attempt.paymentId);
    }
    return;
  }
  if (status === 'unknown' && !isOverIfUnknown(attempt, now)) return;
  const wasLost = startWasLost(attempt, now);
  const to = status === 'unknown' ? 'expired' : status;
  if (isOpenStatus(attempt.status) && (await moveAttempts(tx, [attempt], to, now, null))) {
    // The process died before the customer reached the payment page, so the attempt does not count. Charges are never
    // counted.
    if (wasLost && attempt.savedMethodId === null) await uncountAttempt(tx, attempt.paymentId);
    if (update.status === 'declined' && update.reason) await noteDeclineReason(tx, attempt.id, update.reason);
    await endProcessing(tx, order, attempt.paymentId);
  }
}

/** Moves the payment, and the order if it has received no money yet. */
async function startProcessing(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  if (isPayable(payment.status)) await movePayments(tx, [{ payment, to: 'processing' }]);
  if (order.paymentStatus === 'pending') await moveOrder(tx, order, 'processing');
}

/** Lets the customer pay again, unless another attempt is processing. */
async function endProcessing(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payments = await paymentsOf(tx, [order.id]);
  const payment = payments.find(({ id }) => id === paymentId)!;
  const open = await openAttemptsOfPayment(tx, paymentId);
  if (payment.status === 'processing' && !open.some(({ status }) => status === 'processing')) {
    await movePayments(tx, [{ payment, to: statusByMoney(payment.amount, payment.paidAmount) }]);
  }
  if (order.paymentStatus === 'processing' && !payments.some(({ status }) => status === 'processing')) {
    await moveOrder(tx, order, statusByMoney(order.totalPrice, order.totalPaid));
  }
}
