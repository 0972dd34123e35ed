import {
  type BookedSales,
  book,
  bookedSales,
  countered,
  entriesOf,
  type LedgerEntry,
  reverse,
} from '#features/ledger/server/public.ts';
import { isAccepted } from '#features/refunds/domain/refund-status.ts';
import type { Tx } from '#platform/db/db.ts';
import { taxedAmounts } from '../domain/sale-booking.ts';
import type { OrderLineRow, OrderRow } from './order-store.ts';
import { refundsOf } from './refunds-of-order-store.ts';

/**
 * Books the sale with the first money that counts: the customer owes the total, against net prices, fees, shipping and
 * tax by rate. Does nothing if the sale is already booked. An order without money has no sale, so that no tax is
 * declared that may never be due.
 */
export async function bookSale(
  tx: Tx,
  order: OrderRow,
  { lines, booked }: { readonly lines: readonly OrderLineRow[]; readonly booked: BookedSales },
  now: Date,
): Promise<void> {
  if (booked.sales > booked.reversals) return;
  const shares = lines.reduce((all, line) => all + line.discount_share, 0);
  const amounts = taxedAmounts(
    lines.map((line) => ({
      kind: line.kind,
      price: line.price,
      fee: line.fee,
      discountShare: line.discount_share,
      taxBasisPoints: line.tax_basis_points,
    })),
    { amount: order.shipping_amount, discountShare: order.discount_amount - shares },
  );
  const entries: LedgerEntry[] = [{ account: 'customer', amount: order.total_price }];
  for (const rate of amounts) {
    entries.push(
      { account: 'sales', amount: -rate.prices },
      { account: 'fees', amount: -rate.fees },
      { account: 'shipping', amount: -rate.shipping },
      { account: 'tax', taxBasisPoints: rate.taxBasisPoints, amount: -rate.tax },
    );
  }
  await book(tx, { kind: 'sale', key: `order:${order.id}:sale:${booked.sales}`, orderId: order.id, entries }, now);
}

/** Reverses the sale of an order that ends, if it has one. */
export async function reverseSale(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const booked = await bookedSales(tx, order.id);
  if (booked.sales === booked.reversals) return;
  const last = booked.sales - 1;
  await reverse(
    tx,
    {
      kind: 'sale_reversed',
      key: `order:${order.id}:reversal:${last}`,
      of: `order:${order.id}:sale:${last}`,
      orderId: order.id,
    },
    now,
  );
  await bookRefundsWithoutSale(tx, order.id, now);
}

/**
 * Accepted refunds have already taken back their part of the sale. As the whole sale is reversed, they are booked
 * against what is owed to the customer instead, so that nothing is taken back twice.
 */
async function bookRefundsWithoutSale(tx: Tx, orderId: number, now: Date): Promise<void> {
  const accepted = (await refundsOf(tx, orderId)).filter(({ status }) => isAccepted(status));
  for (const refund of accepted) {
    const taken = await entriesOf(tx, `refund:${refund.id}:accepted`);
    const entries = taken.filter(({ account }) => account !== 'refunds_payable').map(countered);
    entries.push({ account: 'customer', amount: refund.total });
    const key = `refund:${refund.id}:without-sale`;
    await book(tx, { kind: 'refund_without_sale', key, orderId, refundId: refund.id, entries }, now);
  }
}
