import { book, bookedSales, entriesOf, reversed } from '#features/ledger/server/public.ts';
import { isAccepted } from '#features/refunds/domain/refund-status.ts';
import type { Tx } from '#platform/db/db.ts';
import { saleOf } from '../domain/sale-booking.ts';
import { linesOf, type OrderRow } from './order-store.ts';
import { refundsOf } from './refunds-of-order-store.ts';

/** Books the sale of an order that has received money, unless it is already booked. Call it under the order's lock. */
export async function bookSale(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const [lines, booked] = await Promise.all([linesOf(tx, [order.id]), bookedSales(tx, [order.id])]);
  const sale = saleOf(order, lines, booked.get(order.id)!);
  if (sale) await book(tx, sale, now);
}

/** Reverses the latest sale of a locked order. Does nothing if no sale is booked. */
export async function reverseSale(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const booked = (await bookedSales(tx, [order.id])).get(order.id)!;
  if (booked.sales === booked.reversals) return;
  const last = booked.sales - 1;
  const entries = (await entriesOf(tx, `order:${order.id}:sale:${last}`)).map(reversed);
  const key = `order:${order.id}:reversal:${last}`;
  await book(tx, { kind: 'sale_reversed', key, orderId: order.id, entries }, now);
  await bookRefundsWithoutSale(tx, order.id, now);
}

/**
 * Accepted refunds have already reversed their part of the sale. They are booked against the amount owed to the
 * customer, so that reversing the complete sale reverses nothing twice.
 */
async function bookRefundsWithoutSale(tx: Tx, orderId: number, now: Date): Promise<void> {
  const accepted = (await refundsOf(tx, orderId)).filter(({ status }) => isAccepted(status));
  for (const refund of accepted) {
    const taken = await entriesOf(tx, `refund:${refund.id}:accepted`);
    const entries = taken.filter(({ account }) => account !== 'refunds_payable').map(reversed);
    entries.push({ account: 'customer', amount: refund.total });
    const key = `refund:${refund.id}:without-sale`;
    await book(tx, { kind: 'refund_without_sale', key, orderId, refundId: refund.id, entries }, now);
  }
}
