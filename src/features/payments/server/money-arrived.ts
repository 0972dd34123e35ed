import { type Account, book, bookedSales } from '#features/ledger/server/public.ts';
import { issuesItems, statusByMoney, waitsForFirstMoney } from '#features/orders/domain/order-status.ts';
import {
  type ArrivedMoney,
  addPaid,
  bookSale,
  linesOf,
  moveOrder,
  type OrderContents,
  type OrderRow,
  type PaymentRow,
  paymentsOf,
  payPayments,
  refundsOf,
  reviveOrder,
} from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { payableOf, type Spread, spreadMoney } from '../domain/spread-money.ts';
import { settleShortReceipts } from './book-receipt-store.ts';

/** Effects of received money in other features, passed in by the application. */
export interface MoneyArrival {
  /**
   * Issues the items (pending until a plan is fully paid), or completes pending ones. `lines`, if given, are the
   * order's and save a query.
   */
  issue(tx: Tx, order: OrderRow, now: Date, lines?: OrderContents['lines']): Promise<void>;
  /** Mails the customer and invoices what is fully paid. */
  paymentReceived(tx: Tx, order: OrderRow, money: ArrivedMoney, now: Date): Promise<void>;
}

/** Why money is listed for the operator: some or all of it is in suspense, or it does not complete its payment. */
type ArrivalAttention = 'late' | 'double' | 'over' | 'short';

export interface Arrival {
  /** The payment that the money is meant for. */
  paymentId: number;
  /** Minor units of the shop's currency. */
  amount: number;
  /** Where the money is: the gateway's account, the bank, or suspense if the operator assigns it. */
  account: Account;
  /** Default: `now`. */
  receivedAt?: Date;
  /**
   * Writes the receipt with its shares and returns its id. The caller has checked under the order's lock that the
   * movement is new.
   */
  writeReceipt(attention: ArrivalAttention | null, shares: Spread['shares']): Promise<number>;
  /** The ledger key, unless this is the receipt's first booking. */
  ledgerKey?: string;
}

export interface Arrived {
  readonly receiptId: number;
  readonly attention: ArrivalAttention | null;
  /** Amount that counts per payment. */
  readonly shares: Spread['shares'];
  /** What counts for no payment and is in suspense. */
  readonly rest: number;
}

/**
 * Books money for a locked order, and moves its payments and the order. The first money that counts books the sale.
 * `spreadMoney` decides which payments it counts for; the rest is in suspense. All of it is in suspense if the payment
 * was already paid, or if the order has ended and can no longer be served, which makes the order a problem. Money in
 * suspense is listed for the operator and never dropped.
 */
export async function moneyArrived(
  tx: Tx,
  parts: MoneyArrival,
  order: OrderRow,
  arrival: Arrival,
  now: Date,
): Promise<Arrived> {
  const [payments, lines, booked] = await Promise.all([
    paymentsOf(tx, [order.id]),
    linesOf(tx, [order.id]),
    bookedSales(tx, order.id),
  ]);
  const spread = spreadMoney(payments.map(payableOf), arrival.paymentId, arrival.amount);
  const isDouble = spread.shares.length === 0;
  // The refund of a plan has a frozen amount: money that arrives later is not part of it and is returned by hand.
  const isRefunded = !isDouble && order.has_payment_plan && (await planIsRefunded(tx, order.id));
  const comesTooLate =
    order.stock_released && !isDouble && !isRefunded && !(await revives(tx, order, payments, spread, now));
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
    counts ? count(tx, parts, order, { shares, contents: { lines, payments }, receivedAt }, now) : null,
  ]);
  return { receiptId, attention, shares, rest };
}

const attentionOf = ({ rest, isShort }: Spread): 'over' | 'short' | null =>
  rest > 0 ? 'over' : isShort ? 'short' : null;

/** Late money revives an order only if it completes its payment: no stock is taken for part of the price. */
const revives = async (
  tx: Tx,
  order: OrderRow,
  payments: readonly PaymentRow[],
  spread: Spread,
  now: Date,
): Promise<boolean> => !spread.isShort && (await reviveOrder(tx, order, payments, now));

async function count(
  tx: Tx,
  parts: MoneyArrival,
  order: OrderRow,
  { shares, contents, receivedAt }: { shares: Spread['shares']; contents: OrderContents; receivedAt: Date },
  now: Date,
): Promise<void> {
  const isFirst = waitsForFirstMoney(order.payment_status);
  const counted = shares.reduce((all, share) => all + share.amount, 0);
  const isIssued = issuesItems(statusByMoney(order.total_price, order.total_paid + counted), {
    isPlan: order.has_payment_plan,
    payments: contents.payments.map((payment) => withShare(payableOf(payment), shares)),
  });
  const paid = shares.map(({ paymentId, amount }) => ({
    payment: contents.payments.find(({ id }) => id === paymentId)!,
    amount,
  }));
  await Promise.all([
    payPayments(tx, paid, receivedAt),
    isFirst ? null : settleShortReceipts(tx, order.id, now),
    addPaid(tx, order, counted, !isIssued),
  ]);
  if (isIssued) await parts.issue(tx, order, now, contents.lines);
  const { paymentId } = shares[0]!;
  await parts.paymentReceived(tx, order, { paymentId, amount: counted, isFirst, shares, receivedAt, contents }, now);
}

function withShare(payment: ReturnType<typeof payableOf>, shares: Spread['shares']) {
  const share = shares.find(({ paymentId }) => paymentId === payment.id)?.amount ?? 0;
  return { ...payment, paidAmount: payment.paidAmount + share };
}

/** Call it under the order's lock. */
const planIsRefunded = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await refundsOf(tx, orderId)).some(({ isWholePlan }) => isWholePlan);
