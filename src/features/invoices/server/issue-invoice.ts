import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { isInvoiced } from '../domain/is-invoiced.ts';
import { deductedFrom } from './deducted-advances.ts';
import { type ArrivedPayment, arrivedPayments, invoiceLines, invoiceOrder } from './invoice-store.ts';
import { numberDocument } from './number-document.ts';
import { soldFigures } from './sold-figures.ts';

/** Facts that the caller has read under the order's lock. */
export interface KnownOfOrder {
  readonly shop?: Shop;
  /** Fully paid ones, in their order. */
  readonly payments?: readonly ArrivedPayment[] | undefined;
}

/**
 * Issues the invoice of a fully paid order. Call it in the transaction that completed the payment, holding the order's
 * lock. An order has one invoice for each time it was sold, so repeated calls return the same code; null for an order
 * of 0. Throws for an unpaid order, because an invoice states the payment. Take no other lock after it.
 */
export async function issueInvoice(
  tx: Tx,
  orderId: number,
  now: Date,
  known: KnownOfOrder = {},
): Promise<string | null> {
  const [order, lines, payments] = await Promise.all([
    invoiceOrder(tx, orderId),
    invoiceLines(tx, orderId),
    known.payments ?? arrivedPayments(tx, orderId),
  ]);
  if (order.invoiceCode !== null) return order.invoiceCode;
  if (order.paymentStatus !== 'paid') throw new Error(`Order ${order.code} is not paid, so it gets no invoice`);
  if (!isInvoiced(order)) return null;

  const shop = known.shop ?? (await loadShop(tx));
  const figures = soldFigures(shop, order, lines);
  const paid = await deductedFrom(tx, order, payments);
  return numberDocument(tx, shop, order, { series: 'invoice', figures, ...paid }, now);
}
