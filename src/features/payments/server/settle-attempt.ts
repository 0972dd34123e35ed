import { lockOrders, type OrderRow } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { batchTransactions } from '#platform/work/batch-transactions.ts';
import type { AttemptRow } from './attempt-store.ts';
import { movePayableUntil } from './attempt-work-store.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { PaidUpdate, StatusUpdate } from './gateway-facts.ts';
import { moveUnpaidAttempt } from './move-unpaid-attempt.ts';
import type { MoneyParts } from './plan-money.ts';
import { readForMoney, receiveMoney } from './receive-money.ts';
import { saveMethod } from './saved-method-store.ts';
import { bookedMovements, isMovement, lockAttempts, type Movement, moveAttempts } from './settle-store.ts';
import { applyUnexpectedMoney } from './unexpected-money.ts';

/** A larger batch gains little and makes its first report wait longer. */
const MAX_PER_BATCH = 16;
/**
 * How long a batch waits for further reports, in milliseconds. Longer than elsewhere, because the gateway already has
 * its answer.
 */
const GATHERING_MS = 10;

/** Applies a gateway's report about an attempt. Never calls a gateway. */
export type SettleAttempt = (attempt: AttemptRow, update: StatusUpdate, now: Date) => Promise<void>;

export interface SettleParts {
  db: Db;
  settle: SettleAttempt;
}

interface Report {
  /** As it was read before it was locked. */
  readonly attempt: AttemptRow;
  readonly update: Exclude<StatusUpdate, { status: 'open' }>;
  readonly now: Date;
}

/**
 * Callbacks, status queries and browser returns all end here. Updates can arrive repeatedly and in any order.
 * Reports that arrive while this process's transactions run share the next one, in order of arrival; those of
 * one order run one after another. If a batch fails, each of its reports is settled alone.
 */
export function createSettleAttempt({ db, money }: { db: Db; money: MoneyParts }): SettleAttempt {
  const settle = batchTransactions<Report, undefined, 'alone'>({
    keyOf: ({ attempt }) => String(attempt.orderId),
    turnOf: ({ attempt }) => String(attempt.orderId),
    maxInBatch: MAX_PER_BATCH,
    // Nothing that a gateway reports is dropped.
    maxWaiting: Number.POSITIVE_INFINITY,
    whenFull: undefined,
    gatherMs: GATHERING_MS,
    transaction: (batch, now, options) => db.transaction((tx) => settleTogether(tx, money, batch, now), options),
  });
  return async (attempt, update, now) => {
    if (update.status !== 'open') return settle({ attempt, update, now });
    if (update.payableUntil) await movePayableUntil(db, attempt, update.payableUntil);
  };
}

/** Settles one report for each of several orders. Money that arrives is booked together; everything else is rare. */
async function settleTogether(
  tx: Tx,
  money: MoneyParts,
  reports: readonly Report[],
  now: Date,
): Promise<Result<undefined[], 'alone'>> {
  const orderIds = reports.map(({ attempt }) => attempt.orderId);
  const attemptIds = reports.map(({ attempt }) => attempt.id);
  const paying = reports.flatMap(({ attempt, update }) => (update.status === 'paid' ? [{ attempt, update }] : []));
  const payingIds = paying.map(({ attempt }) => attempt.orderId);
  // Pipelined and executed in this order: the orders' locks come first, and the rest is read under them.
  const [orders, attempts, booked, read] = await Promise.all([
    lockOrders(tx, orderIds),
    lockAttempts(tx, attemptIds),
    bookedMovements(tx, paying.map(movementOf)),
    paying.length > 0 ? readForMoney(tx, payingIds) : undefined,
  ]);
  // Late money may lock vouchers and items again, and the locks of two such orders could cross.
  const isLate = payingIds.some((id) => orders.get(id)?.stockReleased);
  if (isLate && reports.length > 1) return refuse('alone');
  const arriving = [];
  for (const { attempt: seen, update } of reports) {
    const order = orders.get(seen.orderId);
    const attempt = attempts.find(({ id }) => id === seen.id);
    if (!order || !attempt) throw new Error(`Attempt ${seen.reference} has vanished`);
    if (update.status !== 'paid') {
      await moveUnpaidAttempt(tx, order, attempt, update, now);
      continue;
    }
    if (update.savedMethod) await saveMethod(tx, attempt, update.savedMethod, now);
    const before = booked.find(isMovement(movementOf({ attempt, update })));
    const isExpected = !before && update.amount === attempt.amount && update.currency === attempt.currency;
    if (isExpected) arriving.push(arrivalOf(order, attempt, update));
    else await applyUnexpectedMoney(tx, { order, attempt, booked: before }, update, now);
  }
  const paid = arriving.map(({ attempt }) => attempt);
  const movements = arriving.map(({ receipt }) => receipt);
  await Promise.all([
    moveAttempts(tx, paid, 'paid', now, null),
    releaseGatewayEvents(tx, movements, now),
    receiveMoney(tx, money, arriving, now, read),
  ]);
  return ok(reports.map(() => undefined));
}

const movementOf = ({ attempt, update }: { readonly attempt: AttemptRow; readonly update: PaidUpdate }): Movement => ({
  source: attempt.gateway,
  transaction: update.transaction,
});

const arrivalOf = (order: OrderRow, attempt: AttemptRow, update: PaidUpdate) => ({
  order,
  attempt,
  paymentId: attempt.paymentId,
  amount: update.amount,
  account: `gateway:${attempt.gateway}` as const,
  receipt: { ...movementOf({ attempt, update }), attemptId: attempt.id, currency: update.currency },
});
