import crypto from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { contentsIssued, type InvoiceParts, invoiceFile } from '#features/invoices/server/public.ts';
import { taxedDocuments } from '#features/reports/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { MAX_PDFS } from '../domain/books-month.ts';
import { booksContent } from './books-content.ts';
import { balancesOf, journalOf, openItemsAt } from './books-rows-store.ts';
import { type ClosedMonth, monthToMake, storeFile } from './books-store.ts';

export interface BooksParts extends Pick<InvoiceParts, 'loadShop' | 'files'> {
  readonly db: Db;
}

/** Small enough for one response of an office call. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** Makes the files of closed months. The first process to store a file wins; if one dies, the next does its work. */
export const makeBooksWork = (parts: BooksParts): DueWork => ({
  name: 'make-books',
  everyMs: 5_000,
  async run(now) {
    const month = await monthToMake(parts.db);
    if (!month) return 0;
    await makeBooks(parts, month, now);
    return 1;
  },
});

/** Makes the file of a closed month, unless another process stored it in the meantime. */
export async function makeBooks(parts: BooksParts, month: ClosedMonth, now: Date): Promise<void> {
  const file = await fileOf(parts, month);
  const sha256 = crypto.createHash('sha256').update(file).digest('hex');
  const pieces = Array.from({ length: Math.ceil(file.length / PIECE_BYTES) }, (_, index) =>
    file.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
  );
  await parts.db.transaction((tx) =>
    storeFile(tx, { month: month.month, sha256, size: file.length, parts: pieces.map((one) => Buffer.from(one)) }, now),
  );
}

async function fileOf(parts: BooksParts, month: ClosedMonth): Promise<Uint8Array> {
  const { db } = parts;
  const { public: shop } = await parts.loadShop();
  const documents = await taxedDocuments(db, month);
  const contents = await contentsIssued(db, month, MAX_PDFS + 1);
  const hasPdfs = contents.length <= MAX_PDFS;
  const texts = booksContent({
    month: month.month,
    shopName: shop.name,
    timezone: shop.timezone,
    currency: shop.currency,
    currencyDigits: shop.currencyDigits,
    journal: await journalOf(db, month),
    balances: await balancesOf(db, month),
    openItems: await openItemsAt(db, month.until),
    documents,
    hasPdfs,
  });
  const files: Record<string, Uint8Array> = {};
  for (const [name, text] of Object.entries(texts)) files[name] = strToU8(text);
  if (hasPdfs)
    for (const content of contents) {
      const { filename, content: pdf } = await invoiceFile(parts, content);
      files[`documents/${filename}`] = pdf;
    }
  return zipSync(files, { mtime: month.until });
}
