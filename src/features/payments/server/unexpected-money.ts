import { type Account, book } from '#features/ledger/server/public.ts';
import { takesPayments } from '#features/orders/domain/order-status.ts';
import { moveOrder, movePayments, type OrderRow, paymentOf } from '#features/orders/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { AttemptRow } from './attempt-store.ts';
import { releaseGatewayEvents } from './gateway-event-store.ts';
import type { AttemptRef, PaidUpdate } from './gateway-facts.ts';
import { noteContradiction } from './listed-receipt-store.ts';
import { lockTransfer } from './receipt-store.ts';
import { type BookedMovement, bookedMovements, insertReceipts, moveAttempts } from './settle-store.ts';

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
    const isOther = booked.attemptId !== attempt.id;
    if (!isOther && booked.amount === amount && booked.currency === currency) return;
    const reported = isOther ? `also reported for ${attempt.reference},` : 'reported again';
    await noteContradiction(tx, booked.id, `${reported} as ${amount} ${currency} (minor units)`);
    // This may be separate money, so an order that still waits for money gets the status `problem`.
    if (!isOther || !(await moveAttempts(tx, [attempt], 'problem', now, null))) return;
    if (takesPayments(order.paymentStatus)) await markAsProblem(tx, order, attempt.paymentId);
    return;
  }
  const isForeign = currency !== attempt.currency;
  await suspendMoney(tx, { gateway: attempt.gateway, update, attempt, isForeign }, now);
  await moveAttempts(tx, [attempt], 'problem', now, null);
  await markAsProblem(tx, order, attempt.paymentId);
}

/** Makes payment and order wait for the operator. */
async function markAsProblem(tx: Tx, order: OrderRow, paymentId: number): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  if (payment.status !== 'paid') await movePayments(tx, [{ payment, to: 'problem' }]);
  await moveOrder(tx, order, 'problem');
}

export interface UnknownMoneyParts {
  db: Db;
  /** The shop's currency, ISO 4217. */
  currency(): Promise<string>;
}

/**
 * Books money that a gateway reports for an attempt that the shop does not know. It is in suspense and listed for the
 * operator. The same movement reported again changes nothing.
 */
export async function bookUnknownMoney(
  parts: UnknownMoneyParts,
  gateway: string,
  attempt: AttemptRef,
  update: PaidUpdate,
  now: Date,
): Promise<void> {
  const isForeign = update.currency !== (await parts.currency());
  await parts.db.transaction(async (tx) => {
    await lockTransfer(tx, `${gateway}:${update.transaction}`);
    if ((await bookedMovements(tx, [{ source: gateway, transaction: update.transaction }])).length > 0) return;
    const words = attempt.reference ?? attempt.gatewayPaymentId;
    await suspendMoney(tx, { gateway, update, attempt: null, words, isForeign }, now);
  });
}

interface MoneyToSuspend {
  readonly gateway: string;
  readonly update: PaidUpdate;
  /** Null for an attempt that the shop does not know. */
  readonly attempt: Pick<AttemptRow, 'id' | 'orderId' | 'paymentId'> | null;
  readonly words?: string;
  /** The money is in a different currency than expected. Each foreign currency has separate accounts. */
  readonly isForeign: boolean;
}

/** Writes the receipt of money that does not fit, lists it for the operator and books it in suspense. */
async function suspendMoney(tx: Tx, money: MoneyToSuspend, now: Date): Promise<void> {
  const { gateway, update, attempt, words, isForeign } = money;
  const { transaction, amount, currency } = update;
  const orderId = attempt?.orderId ?? null;
  const receipt = {
    source: gateway,
    transaction,
    attemptId: attempt?.id ?? null,
    orderId,
    paymentId: attempt?.paymentId ?? null,
    amount,
    currency,
    words,
    attention: isForeign ? 'currency' : attempt ? 'amount' : 'unmatched',
    shares: [],
    receivedAt: now,
  } as const;
  const receiptId = (await insertReceipts(tx, [receipt]))[0]!;
  await releaseGatewayEvents(tx, [{ source: gateway, transaction }], now);
  const foreign = isForeign ? (`:${currency}` as const) : '';
  const account = `gateway:${gateway}${foreign}` as const;
  await bookSuspense(tx, { receiptId, orderId, account, suspense: `suspense${foreign}`, amount }, now);
}

interface Suspended {
  readonly receiptId: number;
  readonly orderId: number | null;
  readonly account: Account;
  readonly suspense?: `suspense${string}`;
  readonly amount: number;
}

/** Books money that counts for no order until the operator decides. */
export async function bookSuspense(
  tx: Tx,
  { receiptId, orderId, account, suspense = 'suspense', amount }: Suspended,
  now: Date,
): Promise<void> {
  const entries = [
    { account, amount },
    { account: suspense, amount: -amount },
  ] as const;
  await book(tx, { kind: 'suspense', key: `receipt:${receiptId}`, orderId, receiptId, entries }, now);
}
