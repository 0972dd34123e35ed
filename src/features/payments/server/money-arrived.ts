import { type Account, type BookedSales, type Booking, bookAll, bookedSales } from '#features/ledger/server/public.ts';
import { issuesItems, statusByMoney, takesPayments, waitsForFirstMoney } from '#features/orders/domain/order-status.ts';
import { saleOf } from '#features/orders/domain/sale-booking.ts';
import {
  countMoney,
  linesOf,
  moveOrder,
  type OrderContents,
  type OrderRow,
  paymentsOf,
} from '#features/orders/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { type Spread, spreadMoney } from '../domain/spread-money.ts';
import { acknowledgeMoney, issueOrders } from './acknowledge-money.ts';
import { freezeDisputed } from './freeze-disputed.ts';
import { settleShortReceipts } from './listed-receipt-store.ts';
import { type MoneyAtShop, type MoneyParts, resumeIfPlan } from './plan-money.ts';
import { assignTo } from './receipt-store.ts';
import { insertReceipts, type NewMovement } from './settle-store.ts';
import { whyTooLate } from './why-too-late.ts';

/** Why money is listed for the operator: it is partly or wholly in suspense, or does not complete its payment. */
type ArrivalAttention = 'late' | 'double' | 'over' | 'short';

export interface Arrival {
  /** Locked. */
  readonly order: OrderRow;
  readonly paymentId: number;
  /** Minor units of the shop's currency. */
  readonly amount: number;
  /** Where the money is: in the gateway's account, at the bank, or in suspense if the operator assigns it. */
  readonly account: Account;
  /** Default: `now`. */
  readonly receivedAt?: Date;
  /** A movement that the caller has found to be new, under the order's lock; or a receipt in suspense, with a note. */
  readonly receipt: NewMovement | { readonly id: number; readonly note: string };
  /** Set unless this is the receipt's first booking. */
  readonly ledgerKey?: string;
}

export interface Arrived {
  readonly receiptId: number;
  readonly attention: ArrivalAttention | null;
  readonly shares: Spread['shares'];
  /** In suspense. */
  readonly rest: number;
}

/**
 * Reads the data of orders on which `moneyArrived` decides. Call it after the statement that locks the orders, which
 * may be pipelined with it.
 */
export async function readForMoney(tx: Tx, orderIds: readonly number[]) {
  const [payments, lines, sales, shop] = await Promise.all([
    paymentsOf(tx, orderIds),
    linesOf(tx, orderIds),
    bookedSales(tx, orderIds),
    loadShop(tx),
  ]);
  return { payments, lines, sales, shop };
}

interface Decided extends Omit<Arrived, 'receiptId'> {
  readonly arrival: Arrival;
  readonly receivedAt: Date;
  readonly contents: OrderContents;
  /** The sale that the first money books. */
  readonly sale: Booking | null;
  /** The order has ended and can no longer be served. */
  readonly comesTooLate: boolean;
  /** No money had counted for the order before. */
  readonly isFirst: boolean;
  /** The order had a problem, or had ended. */
  readonly wasStopped: boolean;
  readonly issuesItems: boolean;
}

/**
 * Books money for locked orders, each named once, and moves the orders and their payments. The first money that counts
 * books the sale. `spreadMoney` chooses the payments, and the rest goes into suspense. All of the money goes there if
 * the payment was already paid, or if the order has ended and can no longer be served; such an order becomes a problem.
 * Money in suspense is listed for the operator, never dropped. Each arrival is decided on its own before anything is
 * written for it, except that late money takes stock again. `read` is absent unless the caller has read it already.
 */
export async function moneyArrived(
  tx: Tx,
  parts: MoneyParts,
  arrivals: readonly Arrival[],
  now: Date,
  read?: Awaited<ReturnType<typeof readForMoney>>,
): Promise<Arrived[]> {
  if (arrivals.length === 0) return [];
  const ids = arrivals.map(({ order }) => order.id);
  const { payments, lines, sales, shop } = read ?? (await readForMoney(tx, ids));
  const decided: Decided[] = [];
  for (const arrival of arrivals) {
    const { id } = arrival.order;
    const isOfOrder = ({ orderId }: { readonly orderId: number }) => orderId === id;
    const contents = { lines: lines.filter(isOfOrder), payments: payments.filter(isOfOrder) };
    decided.push(await decide(tx, arrival, contents, sales.get(id)!, now));
  }
  const receiptIds = await writeReceipts(tx, decided, now);
  const arrived = decided.map((one, index) => ({ ...one, receiptId: receiptIds[index]! }));
  const counted = arrived.filter(({ shares }) => shares.length > 0);
  const atShop = { ...parts, shop };
  // Pipelined. Items are issued by the status that the counted money gives their orders.
  await Promise.all([
    bookAll(tx, arrived.flatMap(bookingsOf), now),
    ...arrived.map(({ comesTooLate, arrival }) => comesTooLate && moveOrder(tx, arrival.order, 'problem')),
    countMoney(tx, counted.map(toCount)),
    issueOrders(tx, atShop, counted.flatMap(toIssue), now),
  ]);
  // Short receipts and disputes concern only money that arrived earlier: other receipts, or the one being assigned.
  const paidBefore = counted.flatMap(({ isFirst, arrival: { receipt, order } }) =>
    isFirst && !('id' in receipt) ? [] : [order],
  );
  if (paidBefore.length > 0) await settleShortReceipts(tx, paidBefore, now);
  await confirm(tx, atShop, counted, now);
  if (paidBefore.length > 0) await freezeDisputed(tx, paidBefore);
  return arrived;
}

async function decide(
  tx: Tx,
  arrival: Arrival,
  contents: OrderContents,
  booked: BookedSales,
  now: Date,
): Promise<Decided> {
  const { order, paymentId, amount, receivedAt = now } = arrival;
  const { payments, lines } = contents;
  const wasStopped = !takesPayments(order.paymentStatus);
  const spread = spreadMoney(payments, paymentId, amount);
  const isDouble = spread.shares.length === 0;
  const mayBeLate = !isDouble && (order.stockReleased || order.hasPaymentPlan);
  const tooLate = mayBeLate ? await whyTooLate(tx, order, payments, spread.isShort, now) : null;
  const attention = isDouble ? 'double' : tooLate ? 'late' : attentionOf(spread);
  const shares = attention === 'double' || attention === 'late' ? [] : spread.shares;
  const counted = shares.reduce((all, share) => all + share.amount, 0);
  return {
    arrival,
    receivedAt,
    contents,
    attention,
    shares,
    rest: amount - counted,
    sale: shares.length > 0 ? saleOf(order, lines, booked) : null,
    comesTooLate: tooLate === 'ended',
    isFirst: waitsForFirstMoney(order.paymentStatus),
    wasStopped,
    issuesItems: issuesItems(statusByMoney(order.totalPrice, order.totalPaid + counted), {
      isPlan: order.hasPaymentPlan,
      payments: payments.map((payment) => ({
        ...payment,
        paidAmount: payment.paidAmount + (shares.find((share) => share.paymentId === payment.id)?.amount ?? 0),
      })),
    }),
  };
}

const attentionOf = ({ rest, isShort }: Spread): 'over' | 'short' | null =>
  rest > 0 ? 'over' : isShort ? 'short' : null;

/** Returns the receipts' ids. */
async function writeReceipts(tx: Tx, decided: readonly Decided[], now: Date): Promise<number[]> {
  const inserted = await insertReceipts(
    tx,
    decided.flatMap(({ arrival: { receipt, order, paymentId, amount }, attention, shares, receivedAt }) =>
      'id' in receipt ? [] : [{ ...receipt, orderId: order.id, paymentId, amount, attention, shares, receivedAt }],
    ),
  );
  const newIds = inserted.values();
  const ids: number[] = [];
  for (const { arrival, attention, shares } of decided) {
    const { receipt, order, paymentId } = arrival;
    if ('id' in receipt) await assignTo(tx, receipt, { orderId: order.id, paymentId, attention, shares }, now);
    ids.push('id' in receipt ? receipt.id : newIds.next().value!);
  }
  return ids;
}

function bookingsOf({ arrival, receiptId, shares, rest, sale }: Decided & Arrived): Booking[] {
  const { order, account, amount, ledgerKey = `receipt:${receiptId}` } = arrival;
  const payment: Booking = {
    kind: shares.length > 0 ? 'payment' : 'suspense',
    key: ledgerKey,
    orderId: order.id,
    receiptId,
    entries: [
      { account, amount },
      { account: 'customer', amount: rest - amount },
      { account: 'suspense', amount: -rest },
    ],
  };
  return sale ? [sale, payment] : [payment];
}

const toCount = ({ arrival: { order }, contents, shares, receivedAt, issuesItems: isIssued }: Decided) => ({
  order,
  shares: shares.map(({ paymentId, amount }) => ({
    payment: contents.payments.find(({ id }) => id === paymentId)!,
    amount,
  })),
  receivedAt,
  keepsDeadline: !isIssued,
});

const toIssue = ({ issuesItems: isIssued, arrival: { order }, contents: { lines } }: Decided) =>
  isIssued ? [{ order, lines }] : [];

/** Sends mails and invoices, and resumes plans that were stopped. */
async function confirm(tx: Tx, parts: MoneyAtShop, counted: readonly Decided[], now: Date): Promise<void> {
  const received = [];
  for (const { arrival, contents, wasStopped, shares, isFirst, receivedAt } of counted) {
    const { order } = arrival;
    if (wasStopped) await resumeIfPlan(tx, parts, order, now);
    received.push({
      order,
      money: {
        paymentId: shares[0]!.paymentId,
        amount: shares.reduce((all, share) => all + share.amount, 0),
        isFirst,
        shares,
        receivedAt,
        // A plan that resumes has new due dates.
        contents: wasStopped ? { ...contents, payments: await paymentsOf(tx, [order.id]) } : contents,
      },
    });
  }
  await acknowledgeMoney(tx, parts, received, now);
}
