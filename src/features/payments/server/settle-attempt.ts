import { takesPayments } from '#features/orders/domain/order-status.ts';
import { lockOrders, type OrderRow, uncountAttempt } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { isDatabaseUnavailable, isLockTimeout } from '#platform/db/database-unavailable.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { batchByKey } from '#platform/work/batch-by-key.ts';
import { attemptIsOpen } from '../domain/attempt-status.ts';
import { isOverIfUnknown, startWasLost } from '../domain/attempt-times.ts';
import type { MoneyParts } from './acknowledge-money.ts';
import { type AttemptRow, movePayableUntil } from './attempt-store.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { moneyArrived, readForMoney } from './money-arrived.ts';
import { endProcessing, markAsProblem, startProcessing } from './payment-progress.ts';
import { keepMethod } from './saved-method-store.ts';
import {
  type BookedMovement,
  bookedMovements,
  lockAttempts,
  type Movement,
  moveAttempt,
  moveAttempts,
  noteContradiction,
} from './settle-store.ts';
import { suspendGatewayMoney } from './suspend-money.ts';

/** A larger batch gains little and makes its first report wait longer. */
const MAX_PER_BATCH = 16;
/** One transaction runs while another one is being written to disk. */
const TRANSACTIONS_AT_ONCE = 2;
/**
 * Reports share a transaction with those that arrive meanwhile. Longer than elsewhere, because the gateway already has
 * its answer.
 */
const GATHERING_MS = 10;
/** The time in milliseconds after which reports that wait for a lock are settled separately. */
const PATIENCE_MS = 300;

/** Applies a gateway's report about an attempt. Never calls a gateway. */
export type SettleAttempt = (attempt: AttemptRow, update: StatusUpdate, now: Date) => Promise<void>;

export interface SettleParts {
  db: Db;
  settle: SettleAttempt;
}

interface Report {
  /** As it was seen, before its lock. */
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
  const settle = batchByKey<Report, void>({
    keyOf: ({ attempt }) => String(attempt.orderId),
    turnOf: ({ attempt }) => String(attempt.orderId),
    maxInBatch: MAX_PER_BATCH,
    batchesAtOnce: TRANSACTIONS_AT_ONCE,
    // Nothing that a gateway reports is dropped.
    maxWaiting: Number.POSITIVE_INFINITY,
    whenFull: undefined,
    gatherMs: GATHERING_MS,
    isLockWait: isLockTimeout,
    // Retrying each alone would take as long; the gateway's message is applied again later.
    isFinal: isDatabaseUnavailable,
    async work(batch, patience) {
      // The reports of a batch arrived within moments of each other; the latest time applies to all.
      const now = new Date(Math.max(...batch.map((report) => report.now.getTime())));
      const settled = await db.transaction(
        (tx) => settleTogether(tx, money, batch, now),
        patience === 'short' ? { lockTimeoutMs: PATIENCE_MS } : {},
      );
      return settled.ok ? batch.map(() => undefined) : null;
    },
  });
  return async (attempt, update, now) => {
    if (update.status !== 'open') return settle({ attempt, update, now });
    if (update.payableUntil) await movePayableUntil(db, attempt, update.payableUntil);
  };
}

interface Settling {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  readonly update: Report['update'];
  /** The receipt of this movement, if it was reported before. */
  readonly booked: BookedMovement | undefined;
}

/** Settles one report for each of several orders. Money that arrives is booked together; everything else is rare. */
async function settleTogether(
  tx: Tx,
  money: MoneyParts,
  reports: readonly Report[],
  now: Date,
): Promise<Result<void, 'alone'>> {
  const paying = reports.filter(({ update }) => update.status === 'paid').map(({ attempt }) => attempt.orderId);
  // Pipelined: it is read once the orders are locked.
  const [all, read] = await Promise.all([
    lockAll(tx, reports),
    paying.length > 0 ? readForMoney(tx, paying) : undefined,
  ]);
  // Late money may lock vouchers and items again, and the locks of two such orders could cross.
  const isLate = all.some(({ order, update }) => order.stockReleased && update.status === 'paid');
  if (isLate && all.length > 1) return refuse('alone');
  const arriving = [];
  for (const one of all) {
    if (one.update.status !== 'paid') await endOrWait(tx, one, one.update.status, now);
    else if (await isNewMoney(tx, one, one.update, now)) arriving.push(arrivalOf(one, one.update));
  }
  const paid = arriving.map(({ attempt }) => attempt);
  const movements = arriving.map(({ receipt }) => receipt);
  await Promise.all([
    moveAttempts(tx, paid, 'paid', now, null),
    releaseGatewayEvents(tx, movements, now),
    moneyArrived(tx, money, arriving, now, read),
  ]);
  return ok(undefined);
}

async function lockAll(tx: Tx, reports: readonly Report[]): Promise<Settling[]> {
  const orderIds = reports.map(({ attempt }) => attempt.orderId);
  const attemptIds = reports.map(({ attempt }) => attempt.id);
  const movements = reports.flatMap(({ attempt, update }) =>
    update.status === 'paid' ? [movementOf(attempt, update)] : [],
  );
  // Executed in this order: the orders' locks come first, and movements are read under them.
  const [orders, attempts, booked] = await Promise.all([
    lockOrders(tx, orderIds),
    lockAttempts(tx, attemptIds),
    bookedMovements(tx, movements),
  ]);
  return reports.map(({ attempt: seen, update }) => {
    const order = orders.get(seen.orderId);
    const attempt = attempts.find(({ id }) => id === seen.id);
    if (!order || !attempt) throw new Error(`Attempt ${seen.reference} has vanished`);
    const isThisMovement = ({ source, transaction }: Movement) =>
      update.status === 'paid' && source === seen.gateway && transaction === update.transaction;
    return { order, attempt, update, booked: booked.find(isThisMovement) };
  });
}

/** Applies a report that brings no money. */
async function endOrWait(
  tx: Tx,
  { order, attempt }: Settling,
  status: Exclude<Report['update']['status'], 'paid'>,
  now: Date,
): Promise<void> {
  if (status === 'processing') {
    if (await moveAttempt(tx, attempt, 'processing', now, new Date(now.getTime() + 60_000))) {
      await startProcessing(tx, order, attempt.paymentId);
    }
    return;
  }
  if (status === 'unknown' && !isOverIfUnknown(attempt, now)) return;
  const wasLost = startWasLost(attempt, now);
  const to = status === 'unknown' ? 'expired' : status;
  if (attemptIsOpen(attempt.status) && (await moveAttempt(tx, attempt, to, now, null))) {
    // The process died before the customer reached the payment page, so the attempt does not count. Charges are never
    // counted.
    if (wasLost && attempt.savedMethodId === null) await uncountAttempt(tx, attempt.paymentId);
    await endProcessing(tx, order, attempt.paymentId);
  }
}

type PaidUpdate = Extract<StatusUpdate, { status: 'paid' }>;

const movementOf = ({ gateway }: AttemptRow, { transaction }: PaidUpdate): Movement => ({
  source: gateway,
  transaction,
});

/**
 * Returns false if the money was booked before, or is not what the attempt was for. Such money is dealt with here.
 */
async function isNewMoney(tx: Tx, settling: Settling, update: PaidUpdate, now: Date): Promise<boolean> {
  const { order, attempt, booked } = settling;
  const { amount, currency, savedMethod } = update;
  if (savedMethod && attempt.consentId !== null) {
    const { consentId, gateway } = attempt;
    await keepMethod(tx, { orderId: order.id, consentId, gateway, method: savedMethod }, now);
  }
  if (booked) {
    if (booked.attemptId !== attempt.id) await noteOtherAttempt(tx, order, attempt, booked, update, now);
    else if (booked.amount !== amount || booked.currency !== currency) {
      await noteContradiction(tx, booked.id, `reported again as ${amount} ${currency} (minor units)`);
    }
    return false;
  }
  const isForeign = currency !== attempt.currency;
  if (!isForeign && amount === attempt.amount) return true;
  await suspendGatewayMoney(tx, { gateway: attempt.gateway, update, attempt, isForeign, attention: 'amount' }, now);
  await moveAttempt(tx, attempt, 'problem', now, null);
  await markAsProblem(tx, order, attempt.paymentId);
  return false;
}

const arrivalOf = ({ order, attempt }: Settling, update: PaidUpdate) => ({
  order,
  attempt,
  paymentId: attempt.paymentId,
  amount: update.amount,
  account: `gateway:${attempt.gateway}` as const,
  receipt: { ...movementOf(attempt, update), attemptId: attempt.id, currency: update.currency },
});

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
