import type { Shop } from '#features/shop-config/server/public.ts';
import { localDay } from '#kernel/local-day.ts';
import type { Tx } from '#platform/db/db.ts';
import { documentCode } from '../domain/document-code.ts';
import type { InvoiceContent, Series } from '../domain/invoice-content.ts';
import type { InvoiceFigures } from '../domain/invoice-rows.ts';
import { frozenFacts } from './frozen-facts.ts';
import {
  type InvoiceOrderRow,
  type IssuedDocument,
  insertDocuments,
  type NewDocument,
  takeNumbers,
} from './invoice-store.ts';

interface Correction {
  readonly invoice: IssuedDocument;
  /** Null for a cancelled order. */
  readonly refundId: number | null;
  readonly reason: string;
}

interface Unnumbered extends Pick<InvoiceContent, 'payments' | 'advances'> {
  readonly order: InvoiceOrderRow;
  readonly figures: InvoiceFigures;
  readonly correction?: Correction;
}

/**
 * Writes, numbers and stores documents of one series about the current state of orders, and returns their codes. Runs
 * in the transaction that causes the documents. Numbers have no gaps, because a rollback returns them. The year is in
 * the shop's time zone.
 */
export async function numberDocuments(
  tx: Tx,
  shop: Shop,
  series: Series,
  unnumbered: readonly Unnumbered[],
  now: Date,
): Promise<string[]> {
  if (unnumbered.length === 0) return [];
  const { year } = localDay(now, shop.public.timezone);
  const { last, issuedAt } = await takeNumbers(tx, { series, year, count: unnumbered.length }, now);
  const documents = unnumbered.map(
    ({ order, figures: { rows, rates, total }, correction, ...stated }, index): NewDocument => {
      const number = last - unnumbered.length + index + 1;
      const content: InvoiceContent = {
        ...frozenFacts(shop, order),
        corrects: null,
        ...(correction && corrected(correction)),
        ...stated,
        series,
        code: documentCode(series, year, number),
        issuedAt: issuedAt.toISOString(),
        rows,
        rates,
        total,
      };
      return {
        series,
        year,
        number,
        orderId: order.id,
        sale: order.sale,
        correctsId: correction?.invoice.id ?? null,
        refundId: correction?.refundId ?? null,
        issuedAt,
        content,
      };
    },
  );
  await insertDocuments(tx, documents);
  return documents.map(({ content }) => content.code);
}

/** `numberDocuments` for one document. */
export const numberDocument = async (
  tx: Tx,
  shop: Shop,
  order: InvoiceOrderRow,
  { series, ...document }: Omit<Unnumbered, 'order'> & { readonly series: Series },
  now: Date,
): Promise<string> => (await numberDocuments(tx, shop, series, [{ ...document, order }], now))[0]!;

/** Keeps the buyer of the corrected invoice. */
const corrected = ({ invoice, reason }: Correction): Pick<InvoiceContent, 'buyer' | 'corrects'> => ({
  buyer: invoice.content.buyer,
  corrects: { code: invoice.code, issuedAt: invoice.issuedAt.toISOString(), reason },
});
