import type { Shop } from '#features/shop-config/server/public.ts';
import { localDay } from '#kernel/local-day.ts';
import type { Tx } from '#platform/db/db.ts';
import { documentCode } from '../domain/document-code.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import { insertDocument, type NewDocument, takeNumber } from './invoice-store.ts';

type Unnumbered = Omit<NewDocument, 'series' | 'year' | 'number' | 'issuedAt' | 'content'> & {
  readonly content: Omit<InvoiceContent, 'code' | 'issuedAt'>;
};

/**
 * Gives a document its number and stores it, in the transaction of what causes it: gapless, because a transaction that
 * fails takes its number back with it. The year is that of the shop's calendar. Answers the code.
 */
export async function numberDocument(tx: Tx, shop: Shop, document: Unnumbered, now: Date): Promise<string> {
  const { series } = document.content;
  const { year } = localDay(now, shop.public.timezone);
  const { number, issuedAt } = await takeNumber(tx, series, year, now);
  const code = documentCode(series, year, number);
  const content: InvoiceContent = { ...document.content, code, issuedAt: issuedAt.toISOString() };
  await insertDocument(tx, { ...document, series, year, number, issuedAt, content });
  return code;
}
