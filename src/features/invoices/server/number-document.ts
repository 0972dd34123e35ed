import type { Shop } from '#features/shop-config/server/public.ts';
import { localDay } from '#kernel/local-day.ts';
import type { Tx } from '#platform/db/db.ts';
import { documentCode } from '../domain/document-code.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import type { InvoiceFigures } from '../domain/invoice-rows.ts';
import { frozenFacts } from './frozen-facts.ts';
import { type InvoiceOrderRow, type IssuedDocument, insertDocument, takeNumber } from './invoice-store.ts';

/** What a credit note takes back, and why. */
interface Correction {
  readonly invoice: IssuedDocument;
  /** Null: the order ended. */
  readonly refundId: number | null;
  readonly reason: string;
}

interface Unnumbered extends Pick<InvoiceContent, 'series' | 'payments' | 'advances'> {
  readonly figures: InvoiceFigures;
  /** Only for a credit note. */
  readonly correction?: Correction;
}

/**
 * Writes a document of an order as it is now, gives it its number and stores it, in the transaction of what causes it.
 * Numbers have no gaps, because a transaction that fails takes its number back. The year is that of the shop's calendar.
 * Returns the code.
 */
export async function numberDocument(
  tx: Tx,
  shop: Shop,
  order: InvoiceOrderRow,
  { figures: { rows, rates, total }, correction, ...stated }: Unnumbered,
  now: Date,
): Promise<string> {
  const { series } = stated;
  const { year } = localDay(now, shop.public.timezone);
  const { number, issuedAt } = await takeNumber(tx, series, year, now);
  const content: InvoiceContent = {
    ...frozenFacts(shop, order),
    corrects: null,
    ...(correction && corrected(correction)),
    ...stated,
    code: documentCode(series, year, number),
    issuedAt: issuedAt.toISOString(),
    rows,
    rates,
    total,
  };
  await insertDocument(tx, {
    series,
    year,
    number,
    orderId: order.id,
    sale: order.sale,
    correctsId: correction?.invoice.id ?? null,
    refundId: correction?.refundId ?? null,
    issuedAt,
    content,
  });
  return content.code;
}

/** The buyer stays the one that the invoice names: a correction goes to the same person. */
const corrected = ({ invoice, reason }: Correction): Pick<InvoiceContent, 'buyer' | 'corrects'> => ({
  buyer: invoice.content.buyer,
  corrects: { code: invoice.code, issuedAt: invoice.issuedAt.toISOString(), reason },
});
