import { book, chargeBacksOf, moneyLeftOf } from '#features/ledger/server/public.ts';
import { statusByMoney } from '#features/orders/domain/order-status.ts';
import {
  lockOrder,
  moveOrder,
  movePayments,
  type OrderRow,
  paymentOf,
  refundsOf,
  subtractPaid,
} from '#features/orders/server/public.ts';
import { lockReceipt, markSettled, type ReceiptRow, takeBackShare } from '#features/payments/server/public.ts';
import { isAccepted } from '#features/refunds/domain/refund-status.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { awaitPaymentAgain, orderHasActiveRefund } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { amountNotReturned } from '../domain/amount-not-returned.ts';
import { chargeBackKey } from './charge-back-key.ts';
import { ordersOfReceipt, type ReceiptShare, sharesOfReceipt } from './charge-back-store.ts';
import { resolveProblemPayments } from './problem-payments.ts';
import { BANK } from './record-transfer.ts';

export interface ChargeBack {
  readonly receiptId: number;
  readonly amount: Minor;
  /**
   * The bank's or gateway's id of the movement, which is booked once per receipt. A person who has undone it can book it
   * again; a provider's repeated message changes nothing.
   */
  readonly transaction: string;
  readonly actor: Actor;
  /**
   * A provider's report is trusted, because the money is gone: an excess over the rest of the receipt is booked as a
   * loss, and the currency may differ from the shop's. A person's report is refused in both cases.
   */
  readonly by?: 'provider' | 'person';
}

export type ChargeBackRefusal =
  | { kind: 'unknown_receipt' }
  | { kind: 'other_currency'; currency: string }
  | { kind: 'booked_before' }
  | { kind: 'more_than_left'; left: number };

export interface ChargedBack {
  /** Orders that have now received less, or whose refunds still pay back the lost money. */
  readonly orders: readonly OrderRow[];
  readonly suspended: number;
  /** The shop's loss: money that was taken back and was also paid back, or will be. */
  readonly lost: number;
  /** Codes of the cancelled refund requests. */
  readonly withdrawn: readonly string[];
}

/** The note of a receipt that left the inbox because its money was taken back. */
export const CHARGED_BACK_NOTE = 'Charged back.';

export interface ChargeBackParts {
  readonly currency: string;
  /**
   * Cancels the order's refund requests that nobody has started and returns their codes. Call it under the order's
   * lock.
   */
  takeBackRequests(tx: Tx, order: OrderRow, now: Date): Promise<string[]>;
}

/**
 * Books a chargeback: a cardholder or bank took money back. It first reduces money in suspense, then payments, the
 * last one first. Their orders have a problem until the operator settles it or money arrives again. Requests to refund
 * that money are cancelled if nobody has started them. Money that refunds still pay back is a loss, and its order has a
 * problem only until the refund is finished.
 */
export const chargeBack = (
  parts: ChargeBackParts & { readonly db: Db },
  wanted: ChargeBack,
  now: Date,
): Promise<Result<ChargedBack, ChargeBackRefusal>> =>
  parts.db.transaction((tx) => chargeBackWithin(tx, parts, wanted, now));

/** Like `chargeBack`, but in the caller's transaction. A refusal has changed nothing. */
export async function chargeBackWithin(
  tx: Tx,
  parts: ChargeBackParts,
  { receiptId, amount, transaction, actor, by = 'person' }: ChargeBack,
  now: Date,
): Promise<Result<ChargedBack, ChargeBackRefusal>> {
  const orders = new Map<number, OrderRow>();
  for (const id of await ordersOfReceipt(tx, receiptId)) orders.set(id, (await lockOrder(tx, id))!);
  const receipt = await lockReceipt(tx, receiptId);
  if (!receipt) return refuse({ kind: 'unknown_receipt' });
  const isForeign = receipt.currency !== parts.currency;
  if (isForeign && by === 'person') return refuse({ kind: 'other_currency', currency: receipt.currency });
  const earlier = await chargeBacksOf(tx, receipt.id, transaction);
  if (earlier.some(({ isReturned }) => by === 'provider' || !isReturned)) return refuse({ kind: 'booked_before' });
  const left = await moneyLeftOf(tx, receipt.id);
  if (amount > left && by === 'person') return refuse({ kind: 'more_than_left', left });

  const available = Math.min(amount, Math.max(left, 0));
  const suspended = Math.min(available, receipt.suspended);
  const { taken, contested, withdrawn } = await takeBackShares(parts, tx, orders, receipt, available - suspended, now);
  const counted = taken.reduce((all, share) => all + share.amount, 0);
  const lost = amount - suspended - counted;
  const sums = { suspended, lost, taken, foreign: isForeign ? receipt.currency : null };
  await bookTaken(tx, receipt, { transaction, bookings: earlier.length }, sums, now);
  const isWaiting = receipt.attention !== null && receipt.settledAt === null;
  if (isWaiting && suspended === receipt.suspended) {
    await markSettled(tx, receipt.id, CHARGED_BACK_NOTE, now);
    const order = receipt.orderId === null ? undefined : orders.get(receipt.orderId);
    if (order) await resolveProblemPayments(tx, order);
  }

  const affected = [...new Set([...taken.map(({ orderId }) => orderId), ...contested])].map((id) => orders.get(id)!);
  for (const order of affected) {
    if (order.stockReleased) continue;
    await moveOrder(tx, order, 'problem');
    await awaitPaymentAgain(tx, order.id);
  }
  const details = { receipt: receipt.id, transaction, amount, suspended, lost, withdrawn };
  for (const subject of affected.length > 0 ? affected.map(({ code }) => code) : [`receipt ${receipt.id}`]) {
    await writeAudit(tx, { actor, action: 'payment.charged_back', subject, details }, now);
  }
  return ok({ orders: affected, suspended, lost, withdrawn });
}

/**
 * Takes the money from the orders, except money that refunds have paid back or will pay back. `contested` are orders
 * that should have lost more but have an unfinished refund, which must not be paid unnoticed.
 */
async function takeBackShares(
  { takeBackRequests }: ChargeBackParts,
  tx: Tx,
  orders: ReadonlyMap<number, OrderRow>,
  receipt: ReceiptRow,
  amount: number,
  now: Date,
): Promise<{ taken: ReceiptShare[]; contested: number[]; withdrawn: string[] }> {
  const taken: ReceiptShare[] = [];
  const contested: number[] = [];
  const withdrawn: string[] = [];
  let left = amount;
  for (const share of await sharesOfReceipt(tx, receipt.id)) {
    const order = orders.get(share.orderId);
    // Assigned to another order before we had the lock. This SQLSTATE restarts the transaction.
    if (!order) throw Object.assign(new Error(`Receipt ${receipt.id} was given to another order`), { code: '40001' });
    const wanted = Math.min(left, share.amount);
    if (wanted > (await chargeableOf(tx, order))) withdrawn.push(...(await takeBackRequests(tx, order, now)));
    const part = Math.min(wanted, await chargeableOf(tx, order));
    if (part < wanted && (await orderHasActiveRefund(tx, order.id))) contested.push(order.id);
    if (part <= 0) continue;
    await takeBack(tx, order, receipt, { ...share, amount: part });
    taken.push({ ...share, amount: part });
    left -= part;
  }
  return { taken, contested, withdrawn };
}

/**
 * The amount that can be taken from an order. It is zero once a refund of its plan is accepted, because the customer no
 * longer owes the remaining fees. Call it under the order's lock.
 */
async function chargeableOf(tx: Tx, order: OrderRow): Promise<number> {
  const refunds = await refundsOf(tx, order.id);
  const isPlanRefunded = refunds.some(({ isWholePlan, status }) => isWholePlan && isAccepted(status));
  return isPlanRefunded ? 0 : Math.max(0, amountNotReturned(order, refunds));
}

async function takeBack(
  tx: Tx,
  order: OrderRow,
  receipt: ReceiptRow,
  { paymentId, amount }: ReceiptShare,
): Promise<void> {
  const payment = await paymentOf(tx, order.id, paymentId);
  const paidAmount = payment.paidAmount - amount;
  const to = order.stockReleased ? 'cancelled' : statusByMoney(payment.amount, paidAmount);
  await takeBackShare(tx, receipt.id, { paymentId, amount });
  await movePayments(tx, [{ payment, to, paidAmount, paidAt: null }]);
  await subtractPaid(tx, order, amount);
}

async function bookTaken(
  tx: Tx,
  receipt: ReceiptRow,
  movement: { readonly transaction: string; readonly bookings: number },
  sums: { suspended: number; lost: number; taken: readonly ReceiptShare[]; foreign: string | null },
  now: Date,
): Promise<void> {
  const suffix = sums.foreign === null ? '' : `:${sums.foreign}`;
  const account = receipt.source === BANK ? BANK : (`gateway:${receipt.source}${suffix}` as const);
  const cause = { kind: 'charge_back', receiptId: receipt.id, movement: movement.transaction } as const;
  const keyOf = (part: number | 'rest') => chargeBackKey(receipt.id, part, movement);
  // A ledger transaction belongs to one order, so each order's loss is booked separately.
  const byOrder = Map.groupBy(sums.taken, ({ orderId }) => orderId);
  for (const [orderId, shares] of byOrder) {
    const counted = shares.reduce((all, share) => all + share.amount, 0);
    const entries = [
      { account: 'customer', amount: counted },
      { account, amount: -counted },
    ] as const;
    await book(tx, { ...cause, key: keyOf(orderId), orderId, entries }, now);
  }
  const rest = sums.suspended + sums.lost;
  const entries = [
    { account: `suspense${suffix}`, amount: sums.suspended },
    { account: `losses${suffix}`, amount: sums.lost },
    { account, amount: -rest },
  ] as const;
  await book(tx, { ...cause, key: keyOf('rest'), orderId: receipt.orderId, entries }, now);
}
