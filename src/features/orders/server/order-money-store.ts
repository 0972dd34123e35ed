import { type BookedSales, type Booking, book, bookedSales, type LedgerEntry } from '#features/ledger/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { canMove, type OrderStatus, statusByMoney } from '../domain/order-status.ts';
import { canMovePayment, isClosed, type PaymentStatus } from '../domain/payment-status.ts';
import { taxedAmounts } from '../domain/sale-booking.ts';
import { linesOf, type OrderLineRow, type OrderRow } from './order-store.ts';
import type { PaymentRow } from './payment-store.ts';

/** Changes the status of an order. Throws if the domain's transitions do not allow it. */
export async function moveOrder(tx: Tx, order: OrderRow, to: OrderStatus): Promise<void> {
  if (order.paymentStatus === to) return;
  expectMove(order, to);
  await tx.run('update orders set payment_status = $2 where id = $1', [order.id, to]);
  order.paymentStatus = to;
}

function expectMove(order: OrderRow, to: OrderStatus): void {
  if (order.paymentStatus !== to && !canMove(order.paymentStatus, to)) {
    throw new Error(`Order ${order.code} cannot move from ${order.paymentStatus} to ${to}`);
  }
}

export interface CountedMoney {
  readonly order: OrderRow;
  readonly shares: readonly { readonly payment: PaymentRow; readonly amount: number }[];
  readonly receivedAt: Date;
  /** An order has no deadline once its items are issued. An order with too little money keeps its deadline. */
  readonly keepsDeadline: boolean;
}

/**
 * Counts money for payments and their orders, each order once. Complete payments and orders become paid. The orders
 * have their new status as soon as the statements are sent, so that statements that depend on it can be pipelined.
 * These statements take arrays: PostgreSQL expects a hundred rows in JSON, and would then read all orders of a small
 * shop.
 */
export async function countMoney(tx: Tx, counted: readonly CountedMoney[]): Promise<void> {
  const orders = counted.map(({ order, shares, keepsDeadline }) => {
    const totalPaid = shares.reduce((all, { amount }) => all + amount, order.totalPaid);
    const status = statusByMoney(order.totalPrice, totalPaid);
    expectMove(order, status);
    return { id: order.id, totalPaid, status, keepsDeadline };
  });
  if (orders.length === 0) return;
  for (const [index, { order }] of counted.entries()) {
    const { totalPaid, status: paymentStatus, keepsDeadline } = orders[index]!;
    Object.assign(order, { totalPaid, paymentStatus, ...(!keepsDeadline && { payBy: null }) });
  }
  await Promise.all([
    movePayments(
      tx,
      counted.flatMap(({ shares, receivedAt }) =>
        shares.map(({ payment, amount }) => {
          const paidAmount = payment.paidAmount + amount;
          const to = statusByMoney(payment.amount, paidAmount);
          return { payment, to, paidAmount, paidAt: to === 'paid' ? receivedAt : null };
        }),
      ),
    ),
    tx.run(
      `update orders o
       set total_paid = counted."totalPaid", payment_status = counted.status,
         pay_by = case when counted."keepsDeadline" then o.pay_by end
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::boolean[])
         as counted (id, "totalPaid", status, "keepsDeadline")
       where o.id = counted.id`,
      [
        orders.map(({ id }) => id),
        orders.map(({ totalPaid }) => totalPaid),
        orders.map(({ status }) => status),
        orders.map(({ keepsDeadline }) => keepsDeadline),
      ],
    ),
  ]);
}

/** Takes back money that counted. The caller sets the status. */
export async function takePaidBack(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_paid = total_paid - $2 where id = $1', [order.id, amount]);
  order.totalPaid -= amount;
}

/** Adds money that was paid back, by a refund or by hand. */
export async function addRefunded(tx: Tx, order: OrderRow, amount: number): Promise<void> {
  await tx.run('update orders set total_refunded = total_refunded + $2 where id = $1', [order.id, amount]);
  order.totalRefunded += amount;
}

export interface PaymentMove {
  /** Must have been read under its order's lock. */
  readonly payment: PaymentRow;
  readonly to: PaymentStatus;
  /** The new paid amount, in minor units; unchanged if absent. */
  readonly paidAmount?: number;
  readonly paidAt?: Date | null;
}

/**
 * Moves payments to new statuses. No more reminders are sent for a closed payment. Call it under their order's lock,
 * with rows read under that lock. Throws if the domain's transitions do not allow a move, or if a row has changed.
 */
export async function movePayments(tx: Tx, moves: readonly PaymentMove[]): Promise<void> {
  const moved = moves.map(({ payment, to, paidAmount = payment.paidAmount, paidAt = payment.paidAt }) => {
    if (payment.status !== to && !canMovePayment(payment.status, to)) {
      throw new Error(`Payment ${payment.reference} cannot move from ${payment.status} to ${to}`);
    }
    return {
      id: payment.id,
      was: payment.status,
      status: to,
      isClosed: isClosed(to),
      paidAmount,
      paidAt,
    };
  });
  if (moved.length === 0) return;
  const count = await tx.run(
    `update payments p
     set status = move.status, paid_amount = move."paidAmount", paid_at = move."paidAt",
       next_reminder_at = case when not move."isClosed" then p.next_reminder_at end
     from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[], $5::bigint[], $6::timestamptz[])
       as move (id, was, status, "isClosed", "paidAmount", "paidAt")
     where p.id = move.id
       and p.status = move.was`,
    [
      moved.map(({ id }) => id),
      moved.map(({ was }) => was),
      moved.map(({ status }) => status),
      moved.map(({ isClosed }) => isClosed),
      moved.map(({ paidAmount }) => paidAmount),
      moved.map(({ paidAt }) => paidAt),
    ],
  );
  if (count !== moved.length) throw new Error(`${moved.length - count} payments had moved meanwhile`);
  for (const [index, { payment }] of moves.entries()) {
    const { status, paidAmount, paidAt } = moved[index]!;
    Object.assign(payment, { status, paidAmount, paidAt });
  }
}

export const cancelOpenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments.filter(({ status }) => !isClosed(status)).map((payment) => ({ payment, to: 'cancelled' })),
  );

export const reopenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments
      // An instalment that was waived costs nothing, so it stays closed.
      .filter(({ status, amount }) => status === 'cancelled' && amount > 0)
      .map((payment) => ({ payment, to: statusByMoney(payment.amount, payment.paidAmount) })),
  );

/**
 * Returns the booking of an order's sale, which is made with the first money that counts; null if it is booked already.
 * An order without money has no sale, so that no tax is declared that may never be due.
 */
export function saleOf(order: OrderRow, lines: readonly OrderLineRow[], booked: BookedSales): Booking | null {
  if (booked.sales > booked.reversals) return null;
  const shares = lines.reduce((all, line) => all + line.discountShare, 0);
  const amounts = taxedAmounts(lines, {
    amount: order.shippingAmount,
    discountShare: order.discountAmount - shares,
  });
  const entries: LedgerEntry[] = [{ account: 'customer', amount: order.totalPrice }];
  for (const rate of amounts) {
    entries.push(
      { account: 'sales', amount: -rate.prices },
      { account: 'fees', amount: -rate.fees },
      { account: 'shipping', amount: -rate.shipping },
      { account: 'tax', taxBasisPoints: rate.taxBasisPoints, amount: -rate.tax },
    );
  }
  return { kind: 'sale', key: `order:${order.id}:sale:${booked.sales}`, orderId: order.id, entries };
}

/** Books the sale of an order with money, unless it is booked already. Call it under the order's lock. */
export async function bookSale(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const [lines, booked] = await Promise.all([linesOf(tx, [order.id]), bookedSales(tx, [order.id])]);
  const sale = saleOf(order, lines, booked.get(order.id)!);
  if (sale) await book(tx, sale, now);
}

/** Sets the discount of an order whose price has changed. `shares` are the lines' shares of it, by line id. */
export async function setDiscount(
  tx: Tx,
  order: OrderRow,
  discountAmount: number,
  shares: readonly { readonly lineId: number; readonly share: number }[],
): Promise<void> {
  const totalPrice = order.totalPrice + order.discountAmount - discountAmount;
  await tx.run('update orders set discount_amount = $2, total_price = $3 where id = $1', [
    order.id,
    discountAmount,
    totalPrice,
  ]);
  await tx.run(
    `update order_lines l
     set discount_share = share.share
     from jsonb_to_recordset($2) as share ("lineId" bigint, share bigint)
     where l.order_id = $1 and l.id = share."lineId"`,
    [order.id, JSON.stringify(shares)],
  );
  order.discountAmount = discountAmount;
  order.totalPrice = totalPrice;
}
