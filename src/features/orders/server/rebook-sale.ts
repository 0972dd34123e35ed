import { type CreditReason, creditSale, issueAdvance } from '#features/invoices/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { bookSale, reverseSale } from './book-sale.ts';
import type { OrderRow } from './order-store.ts';
import { paymentsOf } from './payment-store.ts';

/**
 * Reverses the sale of a locked order and credits its documents, then books the sale again for the order's current
 * state: after a payment was undone, or at another price. Payments on account get documents again, unless an invoice
 * follows. Numbering documents takes the last lock, so take no other lock after this.
 */
export async function rebookSale(tx: Tx, shop: Shop, order: OrderRow, why: CreditReason, now: Date): Promise<void> {
  await reverseSale(tx, order, now);
  await creditSale(tx, order.id, why, now);
  if (order.totalPaid === 0) return;
  await bookSale(tx, order, now);
  if (!order.hasPaymentPlan || order.paymentStatus === 'paid' || !shop.private.invoice.advancePayments) return;
  const paid = (await paymentsOf(tx, [order.id])).filter(({ paidAmount }) => paidAmount > 0);
  const parts = paid.map(({ reference, paidAt, paidAmount }) => ({
    reference,
    paidAt: paidAt ?? now,
    amount: paidAmount,
  }));
  await issueAdvance(tx, shop, order.id, parts, now);
}
