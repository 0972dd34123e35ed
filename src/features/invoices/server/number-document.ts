import type { Shop } from '#features/shop-config/server/public.ts';
import { localDay } from '#kernel/local-day.ts';
import type { Tx } from '#platform/db/db.ts';
import { documentCode } from '../domain/document-code.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import type { InvoiceFigures } from '../domain/invoice-rows.ts';
import { frozenFacts } from './frozen-facts.ts';
import { type InvoiceOrderRow, type IssuedDocument, insertDocument, takeNumber } from './invoice-store.ts';

interface Correction {
  readonly invoice: IssuedDocument;
  /** Null: the order ended. */
  readonly refundId: number | null;
  readonly reason: string;
}

interface Unnumbered extends Pick<InvoiceContent, 'series' | 'payments' | 'advances'> {
  readonly figures: InvoiceFigures;
  readonly correction?: Correction;
}

/**
 * Writes a document about the order's current state, numbers and stores it, and returns its code. Runs in the
 * transaction that causes the document. Numbers have no gaps, because a rollback returns them. The year is that of the
 * shop's time zone.
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

/** Keeps the buyer of the corrected invoice. */
const corrected = ({ invoice, reason }: Correction): Pick<InvoiceContent, 'buyer' | 'corrects'> => ({
  buyer: invoice.content.buyer,
  corrects: { code: invoice.code, issuedAt: invoice.issuedAt.toISOString(), reason },
});
