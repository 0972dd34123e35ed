import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { advanceFigures } from '../domain/advance-figures.ts';
import { lineDetails } from './frozen-facts.ts';
import { type ArrivedPayment, advancesOfSale, invoiceLines, invoiceOrder } from './invoice-store.ts';
import { numberDocument } from './number-document.ts';
import { soldFigures } from './sold-figures.ts';

/**
 * Issues the invoice for a payment on account: money that does not complete its plan. Call it in the transaction that
 * books the money, holding the order's lock. `parts` are the amounts received for each payment of the plan. Returns
 * null if earlier documents cover them: money that replaces a chargeback needs no second document. Take no other lock
 * after this.
 */
export async function issueAdvance(
  tx: Tx,
  shop: Shop,
  orderId: number,
  parts: readonly ArrivedPayment[],
  now: Date,
): Promise<string | null> {
  const { text } = languageOfShop(shop.public);
  const order = await invoiceOrder(tx, orderId);
  const [lines, earlier] = await Promise.all([invoiceLines(tx, [orderId]), advancesOfSale(tx, orderId, order.sale)]);
  const invoiced = earlier.reduce((all, { content }) => all + content.total, 0);
  const payments = upTo(order.totalPaid - invoiced, parts);
  const amount = payments.reduce((all, payment) => all + payment.amount, 0);
  if (amount === 0) return null;
  const figures = advanceFigures(
    soldFigures(shop, order, lines),
    earlier.map(({ content }) => content),
    amount,
    (taxBasisPoints) => ({
      description: text('Payment on account for order {code}', { code: order.code }),
      details: lines
        .filter((line) => line.taxBasisPoints === taxBasisPoints)
        .flatMap((line) => [line.frozen.name, ...lineDetails(shop, line)]),
    }),
  );
  const written = payments.map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() }));
  return numberDocument(tx, shop, order, { series: 'advance', figures, payments: written }, now);
}

/** Returns the first payments of a list, cut so that their sum is at most `limit`. */
function upTo(limit: number, payments: readonly ArrivedPayment[]): ArrivedPayment[] {
  let left = Math.max(0, limit);
  return payments.flatMap((payment) => {
    const amount = Math.min(left, payment.amount);
    left -= amount;
    return amount > 0 ? [{ ...payment, amount }] : [];
  });
}
