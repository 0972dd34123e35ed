import { takesPayments } from '#features/orders/domain/order-status.ts';
import { moveOrder, movePayments, type OrderRow, paymentOf } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { AttemptRow } from './attempt-store.ts';
import type { PaidUpdate } from './gateway-facts.ts';
import { noteContradiction } from './listed-receipt-store.ts';
import { type BookedMovement, moveAttempt } from './settle-store.ts';
import { suspendGatewayMoney } from './suspend-money.ts';

/**
 * Deals with money that was booked before, or that is not what the attempt was for. Call it under the locks of order
 * and attempt. `booked` is the receipt of this movement, if it was reported before.
 */
export async function applyUnexpectedMoney(
  tx: Tx,
  { order, attempt, booked }: { order: OrderRow; attempt: AttemptRow; booked: BookedMovement | undefined },
  update: PaidUpdate,
  now: Date,
): Promise<void> {
  const { amount, currency } = update;
  if (booked) {
    if (booked.attemptId !== attempt.id) await noteOtherAttempt(tx, order, attempt, booked, update, now);
    else if (booked.amount !== amount || booked.currency !== currency) {
      await noteContradiction(tx, booked.id, `reported again as ${amount} ${currency} (minor units)`);
    }
    return;
  }
  const isForeign = currency !== attempt.currency;
  await suspendGatewayMoney(tx, { gateway: attempt.gateway, update, attempt, isForeign, attention: 'amount' }, now);
  await moveAttempt(tx, attempt, 'problem', now, null);
  await markAsProblem(tx, order, attempt.paymentId);
}

/**
 * The movement is already booked for another attempt, but this may be separate money: the receipt is listed for the
 * operator, and an order that still waits for money becomes a problem.
 */
async function noteOtherAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  booked: BookedMovement,
  { amount, currency }: PaidUpdate,
  now: Date,
): Promise<void> {
  const words = `also reported for ${attempt.reference}, as ${amount} ${currency} (minor units)`;
  await noteContradiction(tx, booked.id, words);
  const isNew = await moveAttempt(tx, attempt, 'problem', now, null);
  if (isNew && takesPayments(order.paymentStatus)) await markAsProblem(tx, order, attempt.paymentId);
}

/** Makes payment and order wait for the operator. */
async function markAsProblem(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  if (payment.status !== 'paid') await movePayments(tx, [{ payment, to: 'problem' }]);
  await moveOrder(tx, order, 'problem');
}
