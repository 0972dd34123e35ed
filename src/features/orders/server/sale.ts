import { type BookedSales, book, type LedgerEntry } from '#features/ledger/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { taxedAmounts } from '../domain/sale-booking.ts';
import type { OrderLineRow, OrderRow } from './order-store.ts';

/**
 * Books the sale with the first money that counts, once. An order without money has no sale, so that no tax is declared
 * that may never be due.
 */
export async function bookSale(
  tx: Tx,
  order: OrderRow,
  { lines, booked }: { readonly lines: readonly OrderLineRow[]; readonly booked: BookedSales },
  now: Date,
): Promise<void> {
  if (booked.sales > booked.reversals) return;
  const shares = lines.reduce((all, line) => all + line.discountShare, 0);
  const amounts = taxedAmounts(
    lines.map((line) => ({
      kind: line.kind,
      price: line.price,
      fee: line.fee,
      discountShare: line.discountShare,
      taxBasisPoints: line.taxBasisPoints,
    })),
    { amount: order.shippingAmount, discountShare: order.discountAmount - shares },
  );
  const entries: LedgerEntry[] = [{ account: 'customer', amount: order.totalPrice }];
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
