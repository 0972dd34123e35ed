import { taxedAmounts } from '#features/orders/domain/sale-booking.ts';
import { linesOf, type OrderLineRow, type OrderRow } from '#features/orders/server/public.ts';
import { rateText } from '#features/pricing/domain/tax-rate.ts';
import type { Tx } from '#platform/db/db.ts';
import { book, type LedgerEntry, reverse } from './ledger.ts';

/**
 * Books the sale of an order: the customer owes its total, against net prices, fees, shipping and tax by rate. `newLines` are the
 * lines of an order that was written in this very transaction: nothing of it was sold before.
 */
export async function bookSale(tx: Tx, order: OrderRow, now: Date, newLines?: readonly OrderLineRow[]): Promise<void> {
  const lines = newLines ?? (await linesOf(tx, [order.id]));
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
      { account: `tax:${rateText(rate.taxBasisPoints)}`, amount: -rate.tax },
    );
  }
  const number = newLines ? 0 : await turn(tx, order.id);
  await book(tx, { kind: 'sale', key: `order:${order.id}:sale:${number}`, orderId: order.id, entries }, now);
}

/** Books the counter entries of an order's sale when it is abandoned or cancelled. */
export async function reverseSale(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  const last = (await turn(tx, order.id)) - 1;
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
 * Refunds that were accepted before took their part of the sale back. With the whole sale reversed they take it from what is owed
 * to the customer instead, so that nothing is taken back twice.
 */
async function bookRefundsWithoutSale(tx: Tx, orderId: number, now: Date): Promise<void> {
  const accepted = await tx.rows<{ id: number; total: number }>(
    `select id, total from refunds where order_id = $1 and status in ('processing', 'problem', 'processed') order by id`,
    [orderId],
  );
  for (const refund of accepted) {
    const taken = await tx.rows<LedgerEntry>(
      `select e.account, e.amount
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       where t.key = $1 and e.account <> 'refunds_payable'`,
      [`refund:${refund.id}:accepted`],
    );
    const entries: LedgerEntry[] = taken.map(({ account, amount }) => ({ account, amount: -amount }));
    entries.push({ account: 'customer', amount: refund.total });
    await book(tx, { kind: 'refund_without_sale', key: `refund:${refund.id}:without-sale`, orderId, entries }, now);
  }
}

/** The number of the next sale of this order: an order that late money revives is sold again. */
async function turn(tx: Tx, orderId: number): Promise<number> {
  const row = await tx.row<{ sales: number }>(
    `select count(*) as sales from ledger_transactions where order_id = $1 and kind = 'sale'`,
    [orderId],
  );
  return row?.sales ?? 0;
}
