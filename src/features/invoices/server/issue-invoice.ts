import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { isInvoiced } from '../domain/is-invoiced.ts';
import { deductAdvances } from './deducted-advances.ts';
import { type ArrivedPayment, arrivedPayments, invoiceLines, invoiceOrders } from './invoice-store.ts';
import { numberDocuments } from './number-document.ts';
import { soldFigures } from './sold-figures.ts';

export interface OrderToInvoice {
  readonly orderId: number;
  /** The fully paid payments by position, if the caller has read them under the order's lock. */
  readonly payments?: readonly ArrivedPayment[] | undefined;
}

/**
 * Issues the invoices of fully paid orders, numbered in the given order. Call it in the transaction that completed the
 * payments, holding the orders' locks. An order has one invoice for each time it was sold, so repeated calls return the
 * same code; null for an order that costs nothing. Throws for an unpaid order, because an invoice states the payment.
 * Take no other lock after this.
 */
export async function issueInvoices(
  tx: Tx,
  shop: Shop,
  toInvoice: readonly OrderToInvoice[],
  now: Date,
): Promise<(string | null)[]> {
  if (toInvoice.length === 0) return [];
  const ids = toInvoice.map(({ orderId }) => orderId);
  const [orders, lines, payments] = await Promise.all([
    invoiceOrders(tx, ids),
    invoiceLines(tx, ids),
    Promise.all(toInvoice.map(({ orderId, payments: known }) => known ?? arrivedPayments(tx, orderId))),
  ]);
  const documents = [];
  for (const [index, id] of ids.entries()) {
    const order = orders.get(id)!;
    if (order.invoiceCode !== null) continue;
    if (order.paymentStatus !== 'paid') throw new Error(`Order ${order.code} is not paid, so it gets no invoice`);
    if (!isInvoiced(order)) continue;
    const ofOrder = lines.filter(({ orderId }) => orderId === id);
    const paid = await deductAdvances(tx, order, payments[index]!);
    documents.push({ order, figures: soldFigures(shop, order, ofOrder), ...paid });
  }
  const codes = await numberDocuments(tx, shop, 'invoice', documents, now);
  const codeOf = new Map(documents.map(({ order }, index) => [order.id, codes[index]!]));
  return ids.map((id) => codeOf.get(id) ?? orders.get(id)!.invoiceCode);
}

/** `issueInvoices` for one order. */
export const issueInvoice = async (tx: Tx, orderId: number, now: Date): Promise<string | null> =>
  (await issueInvoices(tx, await loadShop(tx), [{ orderId }], now))[0]!;
