import { type Account, book, bookedSales } from '#features/ledger/server/public.ts';
import { issuesItems, statusByMoney, takesPayments, waitsForFirstMoney } from '#features/orders/domain/order-status.ts';
import {
  addPaid,
  bookSale,
  linesOf,
  moveOrder,
  type OrderContents,
  type OrderRow,
  paymentsOf,
  payPayments,
  refundsOf,
  reviveOrder,
} from '#features/orders/server/public.ts';
import { awaitPaymentAgain } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { type Spread, spreadMoney } from '../domain/spread-money.ts';
import { acknowledgeMoney, issueOrder, type MoneyParts, resumeIfPlan } from './acknowledge-money.ts';
import { settleShortReceipts } from './book-receipt-store.ts';
import { openDisputeOf } from './open-dispute-store.ts';

/** Why money is listed for the operator: it is partly or wholly in suspense, or does not complete its payment. */
type ArrivalAttention = 'late' | 'double' | 'over' | 'short';

export interface Arrival {
  paymentId: number;
  /** Minor units of the shop's currency. */
  amount: number;
  /** The gateway's account, the bank, or suspense if the operator assigns it. */
  account: Account;
  /** Default: `now`. */
  receivedAt?: Date;
  /** Returns the receipt's id. The caller has checked under the order's lock that the movement is new. */
  writeReceipt(attention: ArrivalAttention | null, shares: Spread['shares']): Promise<number>;
  /** Unless this is the receipt's first booking. */
  ledgerKey?: string;
}

export interface Arrived {
  readonly receiptId: number;
  readonly attention: ArrivalAttention | null;
  readonly shares: Spread['shares'];
  /** In suspense. */
  readonly rest: number;
}

/**
 * Books money for a locked order and moves its payments and the order. The first money that counts books the sale.
 * `spreadMoney` chooses the payments; the rest is in suspense. All of it is if the payment was already paid, or if the
 * order has ended and can no longer be served, which makes it a problem. Money in suspense is listed for the operator,
 * never dropped.
 */
export async function moneyArrived(
  tx: Tx,
  parts: MoneyParts,
  order: OrderRow,
  arrival: Arrival,
  now: Date,
): Promise<Arrived> {
  const [payments, lines, booked] = await Promise.all([
    paymentsOf(tx, [order.id]),
    linesOf(tx, [order.id]),
    bookedSales(tx, order.id),
  ]);
  const wasStopped = !takesPayments(order.paymentStatus);
  const spread = spreadMoney(payments, arrival.paymentId, arrival.amount);
  const isDouble = spread.shares.length === 0;
  // A plan's refund has a frozen amount: later money is returned by hand.
  const isRefunded =
    !isDouble && order.hasPaymentPlan && (await refundsOf(tx, order.id)).some((refund) => refund.isWholePlan);
  const isLate = order.stockReleased && !isDouble && !isRefunded;
  // Late money revives an order only if it completes its payment: no stock for part of the price.
  const comesTooLate = isLate && (spread.isShort || !(await reviveOrder(tx, order, payments, now)));
  const attention = isDouble ? 'double' : comesTooLate || isRefunded ? 'late' : attentionOf(spread);
  const counts = attention !== 'double' && attention !== 'late';
  const shares = counts ? spread.shares : [];
  const counted = shares.reduce((all, share) => all + share.amount, 0);
  const rest = arrival.amount - counted;
  const receiptId = await arrival.writeReceipt(attention, shares);
  const receivedAt = arrival.receivedAt ?? now;
  const booking = {
    kind: counts ? 'payment' : 'suspense',
    key: arrival.ledgerKey ?? `receipt:${receiptId}`,
    orderId: order.id,
    receiptId,
    entries: [
      { account: arrival.account, amount: arrival.amount },
      { account: 'customer', amount: -counted },
      { account: 'suspense', amount: -rest },
    ],
  } as const;
  await Promise.all([
    counts ? bookSale(tx, order, { lines, booked }, now) : null,
    book(tx, booking, now),
    comesTooLate ? moveOrder(tx, order, 'problem') : null,
    counts ? count(tx, parts, order, { shares, contents: { lines, payments }, receivedAt, wasStopped }, now) : null,
  ]);
  return { receiptId, attention, shares, rest };
}

const attentionOf = ({ rest, isShort }: Spread): 'over' | 'short' | null =>
  rest > 0 ? 'over' : isShort ? 'short' : null;

async function count(
  tx: Tx,
  parts: MoneyParts,
  order: OrderRow,
  {
    shares,
    contents: { lines, payments },
    receivedAt,
    wasStopped,
  }: {
    shares: Spread['shares'];
    contents: OrderContents;
    receivedAt: Date;
    /** It was a problem, or had ended. */
    wasStopped: boolean;
  },
  now: Date,
): Promise<void> {
  const isFirst = waitsForFirstMoney(order.paymentStatus);
  const counted = shares.reduce((all, share) => all + share.amount, 0);
  const isIssued = issuesItems(statusByMoney(order.totalPrice, order.totalPaid + counted), {
    isPlan: order.hasPaymentPlan,
    payments: payments.map((payment) => ({
      ...payment,
      paidAmount: payment.paidAmount + (shares.find(({ paymentId }) => paymentId === payment.id)?.amount ?? 0),
    })),
  });
  const paid = shares.map(({ paymentId, amount }) => ({
    payment: payments.find(({ id }) => id === paymentId)!,
    amount,
  }));
  await Promise.all([
    payPayments(tx, paid, receivedAt),
    isFirst ? null : settleShortReceipts(tx, order.id, now),
    addPaid(tx, order, counted, !isIssued),
  ]);
  if (isIssued) await issueOrder(tx, parts, order, now, lines);
  if (wasStopped) await resumeIfPlan(tx, parts, order, now);
  // A plan that goes on has other days.
  const contents = { lines, payments: wasStopped ? await paymentsOf(tx, [order.id]) : payments };
  const { paymentId } = shares[0]!;
  await acknowledgeMoney(tx, parts, order, { paymentId, amount: counted, isFirst, shares, receivedAt, contents }, now);
  // Other money of the order is disputed: its tickets stay closed until that is decided.
  if (await openDisputeOf(tx, order.id)) {
    await moveOrder(tx, order, 'problem');
    await awaitPaymentAgain(tx, order.id);
  }
}

interface Suspended {
  readonly receiptId: number;
  readonly orderId: number | null;
  /** Each foreign currency has its own accounts. */
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
