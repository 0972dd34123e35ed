import type { CartLineRow } from '#features/cart/server/public.ts';
import type { Invoice } from '../contract.ts';
import { calculateInvoice, lineTotal } from '../domain/invoice.ts';
import { type ShippingPrice, shippingFor } from '../domain/shipping.ts';
import { taxedFor } from '../domain/tax-rate.ts';

/** Returns a cart's invoice in wire format for a country, which may be empty. */
export function toInvoice(
  lines: readonly CartLineRow[],
  shippingRates: Readonly<Record<string, ShippingPrice>>,
  country: string,
): Invoice {
  const hasMerchandise = lines.some((line) => line.kind === 'merchandise');
  const shipping = shippingFor(shippingRates, country, hasMerchandise);
  const figures = calculateInvoice(taxedFor(lines, country), shipping);
  return {
    items: lines.map(toInvoiceItem),
    shipping: shipping && { name: shipping.name, type: shipping.type, price: shipping.price },
    total: figures.total,
    tax: figures.tax,
    items_total_without_tax: figures.itemsTotalWithoutTax,
  };
}

function toInvoiceItem(line: CartLineRow): Invoice['items'][number] {
  const item = line.frozen;
  return {
    id: line.id,
    name: item.name,
    shop_item_type: line.kind,
    full_name: line.fullName,
    email: line.email,
    travel_time: item.travelTime,
    timezone: item.timezone,
    product_type: item.type,
    event_id: item.eventId,
    event: item.eventName,
    type: item.type,
    price: lineTotal(line),
  };
}
