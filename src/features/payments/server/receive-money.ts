import { type Account, type Booking, bookAll, bookedSales } from '#features/ledger/server/public.ts';
import {
  issuesItems,
  type OrderStatus,
  statusByMoney,
  takesPayments,
  waitsForFirstMoney,
} from '#features/orders/domain/order-status.ts';
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
import { sum } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Attention } from '../domain/attention.ts';
import { type PaymentShare, type Spread, spreadMoney } from '../domain/spread-money.ts';
import { acknowledgeMoney, issueOrders } from './acknowledge-money.ts';
import { freezeDisputed } from './freeze-disputed.ts';
import { settleShortReceipts } from './listed-receipt-store.ts';
import { type MoneyParts, type MoneyPartsWithShop, resumeIfPlan } from './plan-money.ts';
import { assignTo } from './receipt-store.ts';
import { insertReceipts, type NewMovement } from './settle-store.ts';
import { whyTooLate } from './why-too-late.ts';

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
  /** A movement that the caller has found to be new, under the order's lock; or a receipt that was booked before. */
  readonly receipt: NewMovement | BookedBefore;
}

interface BookedBefore {
  readonly id: number;
  readonly note: string;
  /** The key of this booking. */
  readonly ledgerKey: string;
  /** Only if the money was charged back and came back: the movement under which the chargeback is reversed. */
  readonly movement?: string;
}

export interface Arrived {
  readonly receiptId: number;
  readonly attention: Attention | null;
  readonly shares: readonly PaymentShare[];
  /** In suspense. */
  readonly rest: number;
}

/**
 * Reads what `receiveMoney` needs to know about orders. Call it after the statement that locks the orders; both may be
 * in one pipeline.
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
type ReadForMoney = Awaited<ReturnType<typeof readForMoney>>;

interface Decided extends Arrival, Omit<Arrived, 'receiptId'> {
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
  /** The order's status if it had ended and the money revives it; otherwise null. */
  readonly revivedFrom: OrderStatus | null;
  readonly issuesItems: boolean;
}

/**
 * Books money for locked orders, each listed once, and moves the orders and their payments. The first money that counts
 * books the sale. `spreadMoney` chooses the payments, and the rest goes into suspense. All of the money goes there if
 * the payment was already paid, or if the order has ended and can no longer be served; such an order gets the status
 * `problem`. Money in suspense is listed for the operator, never dropped. All arrivals are decided before anything is
 * written, except that late money takes stock again. `known` is what `readForMoney` returned.
 */
export async function receiveMoney(
  tx: Tx,
  parts: MoneyParts,
  arrivals: readonly Arrival[],
  now: Date,
  known?: ReadForMoney,
): Promise<Arrived[]> {
  if (arrivals.length === 0) return [];
  const ids = arrivals.map(({ order }) => order.id);
  const read = known ?? (await readForMoney(tx, ids));
  const decided: Decided[] = [];
  for (const arrival of arrivals) decided.push(await decide(tx, arrival, read, now));
  const receiptIds = await writeReceipts(tx, decided, now);
  const arrived = decided.map((one, index) => ({ ...one, receiptId: receiptIds[index]! }));
  const counted = arrived.filter(({ shares }) => shares.length > 0);
  const toIssue = counted.filter((one) => one.issuesItems).map(({ order, contents: { lines } }) => ({ order, lines }));
  const atShop = { ...parts, shop: read.shop };
  // Pipelined. Items are issued by the status that the counted money gives their orders.
  await Promise.all([
    bookAll(tx, arrived.flatMap(bookingsOf), now),
    ...arrived.map(({ comesTooLate, order }) => comesTooLate && moveOrder(tx, order, 'problem')),
    countMoney(tx, counted),
    issueOrders(tx, atShop, toIssue, now),
  ]);
  // Short receipts and disputes concern only money that arrived earlier: other receipts, or the one being assigned.
  const paidBefore = counted.flatMap(({ isFirst, receipt, order }) => (isFirst && !('id' in receipt) ? [] : [order]));
  if (paidBefore.length > 0) await settleShortReceipts(tx, paidBefore, now);
  await confirm(tx, atShop, counted, now);
  if (paidBefore.length > 0) await freezeDisputed(tx, paidBefore);
  return arrived;
}

async function decide(tx: Tx, arrival: Arrival, read: ReadForMoney, now: Date): Promise<Decided> {
  const { order, paymentId, amount, receivedAt = now } = arrival;
  const isOfOrder = ({ orderId }: { readonly orderId: number }) => orderId === order.id;
  const contents = { lines: read.lines.filter(isOfOrder), payments: read.payments.filter(isOfOrder) };
  const { payments } = contents;
  const wasStopped = !takesPayments(order.paymentStatus);
  const endedAs = order.stockReleased ? order.paymentStatus : null;
  const spread = spreadMoney(payments, paymentId, amount);
  const isDouble = spread.shares.length === 0;
  const mayBeLate = !isDouble && (order.stockReleased || order.hasPaymentPlan);
  const tooLate = mayBeLate ? await whyTooLate(tx, order, payments, spread.isShort, now) : null;
  const attention = isDouble ? 'double' : tooLate ? 'late' : attentionOf(spread);
  const shares = attention === 'double' || attention === 'late' ? [] : spread.shares;
  const counted = sum(shares.map((share) => share.amount));
  return {
    ...arrival,
    receivedAt,
    contents,
    attention,
    shares,
    rest: amount - counted,
    sale: shares.length > 0 ? saleOf(order, contents.lines, read.sales.get(order.id)!) : null,
    comesTooLate: tooLate === 'ended',
    isFirst: waitsForFirstMoney(order.paymentStatus),
    wasStopped,
    revivedFrom: shares.length > 0 ? endedAs : null,
    issuesItems: issuesItems(statusByMoney(order.totalPrice, order.totalPaid + counted), {
      isPlan: order.hasPaymentPlan,
      payments: payments.map((payment) => ({
        ...payment,
        paidAmount: payment.paidAmount + (shares.find((share) => share.paymentId === payment.id)?.amount ?? 0),
      })),
    }),
  };
}

const attentionOf = ({ rest, isShort }: Spread): Attention | null => (rest > 0 ? 'over' : isShort ? 'short' : null);

/** Returns the receipts' ids. */
async function writeReceipts(tx: Tx, decided: readonly Decided[], now: Date): Promise<number[]> {
  const inserted = await insertReceipts(
    tx,
    decided.flatMap(({ receipt, order, paymentId, amount, attention, shares, receivedAt }) =>
      'id' in receipt ? [] : [{ ...receipt, orderId: order.id, paymentId, amount, attention, shares, receivedAt }],
    ),
  );
  const newIds = inserted.values();
  const ids: number[] = [];
  for (const { receipt, order, paymentId, attention, shares } of decided) {
    if ('id' in receipt) await assignTo(tx, receipt, { orderId: order.id, paymentId, attention, shares }, now);
    ids.push('id' in receipt ? receipt.id : newIds.next().value!);
  }
  return ids;
}

function bookingsOf({ receipt, receiptId, order, account, amount, shares, rest, sale }: Decided & Arrived): Booking[] {
  const cause =
    'id' in receipt && receipt.movement !== undefined
      ? ({ kind: 'charge_back', movement: receipt.movement } as const)
      : ({ kind: shares.length > 0 ? 'payment' : 'suspense' } as const);
  const payment: Booking = {
    ...cause,
    key: 'id' in receipt ? receipt.ledgerKey : `receipt:${receiptId}`,
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

/** Sends mails and invoices, and resumes plans that were stopped. */
async function confirm(tx: Tx, parts: MoneyPartsWithShop, counted: readonly Decided[], now: Date): Promise<void> {
  const received = [];
  for (const one of counted) {
    const { order, contents, wasStopped, revivedFrom } = one;
    if (revivedFrom) await parts.orderRevived(tx, order, revivedFrom, now);
    if (wasStopped) await resumeIfPlan(tx, parts, order, now);
    // A plan that resumes has new due dates.
    const payments = wasStopped ? await paymentsOf(tx, [order.id]) : contents.payments;
    received.push({ ...one, contents: { ...contents, payments } });
  }
  await acknowledgeMoney(tx, parts, received, now);
}
