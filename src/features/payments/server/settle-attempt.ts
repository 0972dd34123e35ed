import { takesPayments } from '#features/orders/domain/order-status.ts';
import { lockOrder, type OrderRow, uncountAttempt } from '#features/orders/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { attemptIsOpen } from '../domain/attempt-status.ts';
import { isOverIfUnknown, startWasLost } from '../domain/attempt-times.ts';
import type { Spread } from '../domain/spread-money.ts';
import type { MoneyParts } from './acknowledge-money.ts';
import { type AttemptRow, lockAttempt, moveAttempt, movePayableUntil } from './attempt-store.ts';
import { type BookedMovement, bookedReceipt, insertReceipt, noteContradiction } from './book-receipt-store.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { bookSuspense, moneyArrived } from './money-arrived.ts';
import { endProcessing, markAsProblem, startProcessing } from './payment-progress.ts';
import type { Attention } from './receipt-store.ts';
import { keepMethod } from './saved-method-store.ts';

export interface SettleParts {
  db: Db;
  money: MoneyParts;
}

/**
 * Applies a gateway's report; callbacks, status queries and browser returns all end here. One transaction; the same
 * update may come repeatedly and updates in any order. Never calls a gateway.
 */
export async function settleAttempt(
  parts: SettleParts,
  attemptSeen: AttemptRow,
  update: StatusUpdate,
  now: Date,
): Promise<void> {
  if (update.status === 'open') {
    if (update.payableUntil) await movePayableUntil(parts.db, attemptSeen, update.payableUntil);
    return;
  }
  await parts.db.transaction(async (tx) => {
    // Executed in this order: the order's lock comes first.
    const [order, attempt, booked] = await Promise.all([
      lockOrder(tx, attemptSeen.orderId),
      lockAttempt(tx, attemptSeen.id),
      update.status === 'paid' ? bookedReceipt(tx, attemptSeen.gateway, update.transaction) : undefined,
    ]);
    if (!order || !attempt) throw new Error(`Attempt ${attemptSeen.reference} has vanished`);

    if (update.status === 'paid') return settlePaid(tx, parts.money, order, attempt, { ...update, booked }, now);
    if (update.status === 'processing') {
      if (await moveAttempt(tx, attempt, 'processing', now, new Date(now.getTime() + 60_000))) {
        await startProcessing(tx, order, attempt.paymentId);
      }
      return;
    }
    if (update.status === 'unknown' && !isOverIfUnknown(attempt, now)) return;
    const wasLost = startWasLost(attempt, now);
    const to = update.status === 'unknown' ? 'expired' : update.status;
    if (attemptIsOpen(attempt.status) && (await moveAttempt(tx, attempt, to, now, null))) {
      // Its process died before the customer reached the payment page. Charges are not counted.
      if (wasLost && attempt.savedMethodId === null) await uncountAttempt(tx, attempt.paymentId);
      await endProcessing(tx, order, attempt.paymentId);
    }
  });
}

type PaidUpdate = Extract<StatusUpdate, { status: 'paid' }> & {
  /** Read under the order's lock, so that a movement reported twice is booked once. */
  readonly booked: BookedMovement | undefined;
};

async function settlePaid(
  tx: Tx,
  money: MoneyParts,
  order: OrderRow,
  attempt: AttemptRow,
  update: PaidUpdate,
  now: Date,
): Promise<void> {
  const { booked } = update;
  if (update.savedMethod && attempt.consentId !== null) {
    const kept = { orderId: order.id, consentId: attempt.consentId, gateway: attempt.gateway };
    await keepMethod(tx, { ...kept, method: update.savedMethod }, now);
  }
  if (booked?.attemptId === attempt.id) {
    if (booked.amount !== update.amount || booked.currency !== update.currency) {
      await noteContradiction(tx, booked.id, `reported again as ${update.amount} ${update.currency} (minor units)`);
    }
    return;
  }
  if (booked) return noteOtherAttempt(tx, order, attempt, { ...update, booked }, now);
  const wrong = update.currency !== attempt.currency ? 'currency' : update.amount !== attempt.amount ? 'amount' : null;
  const settle = async (
    to: 'paid' | 'problem',
    attention: Attention | null,
    shares: Spread['shares'] = [],
  ): Promise<number> => {
    const receipt = {
      source: attempt.gateway,
      transaction: update.transaction,
      attemptId: attempt.id,
      orderId: attempt.orderId,
      paymentId: attempt.paymentId,
      amount: update.amount,
      currency: update.currency,
      attention,
    };
    const [receiptId] = await Promise.all([
      insertReceipt(tx, receipt, shares, now),
      moveAttempt(tx, attempt, to, now, null),
      releaseGatewayEvents(tx, attempt.gateway, update.transaction, now),
    ]);
    return receiptId;
  };

  if (wrong) {
    const receiptId = await settle('problem', wrong);
    const foreign = wrong === 'currency' ? (`:${update.currency}` as const) : '';
    const account = `gateway:${attempt.gateway}${foreign}` as const;
    const suspense = `suspense${foreign}` as const;
    await bookSuspense(tx, { receiptId, orderId: order.id, account, suspense, amount: update.amount }, now);
    await markAsProblem(tx, order, attempt.paymentId);
    return;
  }

  await moneyArrived(
    tx,
    money,
    order,
    {
      paymentId: attempt.paymentId,
      amount: update.amount,
      account: `gateway:${attempt.gateway}`,
      writeReceipt: (attention, shares) => settle('paid', attention, shares),
    },
    now,
  );
}

/**
 * The movement is already booked for another attempt but may be separate money: the receipt is listed for the operator,
 * and an order that still waits for money becomes a problem.
 */
async function noteOtherAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  { booked, amount, currency }: PaidUpdate & { readonly booked: BookedMovement },
  now: Date,
): Promise<void> {
  await noteContradiction(
    tx,
    booked.id,
    `also reported for ${attempt.reference}, as ${amount} ${currency} (minor units)`,
  );
  const isNew = await moveAttempt(tx, attempt, 'problem', now, null);
  if (!isNew || !takesPayments(order.paymentStatus)) return;
  await markAsProblem(tx, order, attempt.paymentId);
}
