import type { Tx } from '#platform/db/db.ts';
import { paymentsBeyond } from '../domain/advance-figures.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import { type ArrivedPayment, advancesOfSale, type InvoiceOrderRow } from './invoice-store.ts';

/** Returns the invoices for payments on account that a final invoice deducts, and the payments that these leave out. */
export async function deductAdvances(
  tx: Tx,
  order: InvoiceOrderRow,
  payments: readonly ArrivedPayment[],
): Promise<Pick<InvoiceContent, 'payments' | 'advances'>> {
  const written = payments.map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() }));
  const advances = order.hasPaymentPlan ? await advancesOfSale(tx, order.id, order.sale) : [];
  if (advances.length === 0) return { payments: written };
  return {
    payments: paymentsBeyond(
      written,
      advances.map(({ content }) => content),
    ),
    advances: advances.map(({ code, content: { issuedAt, rates, total } }) => ({ code, issuedAt, rates, total })),
  };
}
