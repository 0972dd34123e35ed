import { shippingLabel } from '#features/pricing/words/shipping-label.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type InvoiceFigures, invoiceFigures } from '../domain/invoice-rows.ts';
import { feeDetails, lineDetails } from './frozen-facts.ts';
import type { InvoiceLineRow, InvoiceOrderRow } from './invoice-store.ts';

/** An order's complete sale, as rows of an invoice. Throws if they do not add up to its price. */
export function soldFigures(shop: Shop, order: InvoiceOrderRow, lines: readonly InvoiceLineRow[]): InvoiceFigures {
  const { text, translate } = languageOfShop(shop.public);
  const figures = invoiceFigures({
    lines: lines.map((line) => ({
      ...line,
      name: line.frozen.name,
      details: [...lineDetails(shop, line), ...feeDetails(shop, line)],
    })),
    shipping: { name: translate(shippingLabel(order.shippingCountry, shop.public)), amount: order.shippingAmount },
    discount: {
      name: order.discountName ? text('Discount: {name}', { name: order.discountName }) : text('Discount'),
      amount: order.discountAmount,
    },
  });
  if (figures.total !== order.totalPrice)
    throw new Error(`The invoice of ${order.code} comes to ${figures.total}, not ${order.totalPrice}`);
  return figures;
}
