import { autocompleteToken } from '#features/shop-config/domain/address-token.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { printedEventDays, printedMoment } from '#features/tickets/domain/printed-times.ts';
import { formatMoney } from '#kernel/money.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { addressLines } from '../domain/address-lines.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import type { InvoiceLineRow, InvoiceOrderRow } from './invoice-store.ts';

/** Returns the current facts about shop, buyer and order that every document freezes. */
export function frozenFacts(
  shop: Shop,
  order: InvoiceOrderRow,
): Pick<InvoiceContent, 'form' | 'locale' | 'timezone' | 'currency' | 'currencyDigits' | 'seller' | 'buyer' | 'order'> {
  const { public: open, private: own } = shop;
  return {
    form: 1,
    locale: open.locale,
    timezone: open.timezone,
    currency: open.currency,
    currencyDigits: open.currencyDigits,
    seller: {
      lines: own.invoice.seller,
      email: open.operator.email,
      vatNumber: own.invoice.vatNumber,
      registrationNumber: own.invoice.registrationNumber,
      note: own.invoice.note,
    },
    buyer: { lines: buyerLines(shop, order), email: order.customerEmail },
    order: {
      code: order.code,
      receivedAt: order.createdAt.toISOString(),
      channel: own.channels[order.channel] ?? order.channel,
      paymentMethod: open.paymentMethods[order.paymentMethod] ?? order.paymentMethod,
    },
  };
}

/**
 * Returns name, address in the operator's order, and country. Address lines that the operator has removed in the
 * meantime come last.
 */
function buyerLines({ public: open }: Shop, order: InvoiceOrderRow): string[] {
  const { billingAddress: address } = order;
  const keys = [...new Set([...open.addressLines.map(({ key }) => key), ...Object.keys(address)])];
  const country = open.countries.find(({ code }) => code === order.billingCountry)?.name ?? order.billingCountry;
  const parts = keys.map((key) => {
    const line = open.addressLines.find((one) => one.key === key);
    const token = line?.autocomplete ?? autocompleteToken(line?.text ?? key.replaceAll('_', ' '));
    return { token, text: address[key] ?? '' };
  });
  return [order.customerName, ...addressLines(parts), country].filter((line) => line !== '');
}

/**
 * Returns the small print of a line: its event and travel time. An invoice is kept for years, so it contains no names
 * except its buyer's.
 */
export function lineDetails({ public: open }: Shop, line: InvoiceLineRow): string[] {
  const { text } = languageOfShop(open);
  const { frozen } = line;
  const details: string[] = [];
  if (frozen.eventName) {
    // A journey has its own day, which follows below.
    const days =
      line.eventStartsAt && line.eventEndsAt && !frozen.travelTime
        ? printedEventDays(line.eventStartsAt, line.eventEndsAt, line.eventTimezone ?? frozen.timezone, open.locale)
        : null;
    details.push(days ? `${frozen.eventName}, ${days}` : frozen.eventName);
  }
  if (frozen.travelTime)
    details.push(
      text('Departure {time}', { time: printedMoment(new Date(frozen.travelTime), frozen.timezone, open.locale) }),
    );
  return details;
}

export const feeDetails = ({ public: open }: Shop, { fee }: { readonly fee: number }): string[] => {
  const { text } = languageOfShop(open);
  return fee > 0 ? [text('Booking fee of {fee} included', { fee: formatMoney(fee, open) })] : [];
};
