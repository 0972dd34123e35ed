import type { Shop } from '#features/shop-config/server/public.ts';
import { shopPicture } from '#features/tickets/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import type { ShopFiles } from '#platform/files/shop-files.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { opensLink } from '#platform/secrets/link-codes.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';
import { type InvoiceLook, invoicePdf } from './invoice-document.ts';
import { documentOfOrder } from './invoice-store.ts';

export interface InvoiceParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly files: Pick<ShopFiles, 'read'>;
  readonly limits?: Limits;
}

export interface InvoiceFile {
  readonly filename: string;
  readonly content: Buffer;
}

export type InvoiceRefusal =
  /** There is no such order or document, or the checksum is wrong. The answer does not reveal which. */
  { readonly kind: 'not_available' } | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

/**
 * Returns the newest invoice of an order, or the document with a given number (an earlier invoice, a credit note). The
 * link is enough, without a login.
 */
export async function downloadInvoice(
  parts: InvoiceParts,
  wanted: {
    readonly order: string;
    readonly checksum: string;
    readonly number: string | null;
    readonly network: string;
  },
  now: Date,
): Promise<Result<InvoiceFile, InvoiceRefusal>> {
  const { limits = defaultLimits } = parts;
  const counts = [
    // A wide limit, because a company's buyers may share one address.
    [limits['invoice-network'], wanted.network],
    // Counted per complete link, so that somebody who knows only the order's code cannot use up its owner's downloads.
    [limits['invoice-order'], `${wanted.order} ${wanted.checksum}`],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(parts.db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_attempts', waitSeconds: answer.retryAfterSeconds });
  }
  const found = await documentOfOrder(parts.db, wanted.order, wanted.number);
  if (!opensLink(found, 'invoice', wanted.checksum) || !found.content) return refuse({ kind: 'not_available' });
  return ok(await invoiceFile(parts, found.content));
}

const FILE_NAMES = { invoice: 'invoice', advance: 'invoice', credit_note: 'credit-note' } as const;

/** Returns a document's PDF and its file name. */
export async function invoiceFile(
  parts: Pick<InvoiceParts, 'loadShop' | 'files'>,
  content: InvoiceContent,
): Promise<InvoiceFile> {
  return {
    filename: `${FILE_NAMES[content.series]}-${content.code}.pdf`,
    content: await invoicePdf(content, await lookOf(await parts.loadShop(), parts.files)),
  };
}

async function lookOf({ public: open }: Shop, files: InvoiceParts['files']): Promise<InvoiceLook> {
  const { logo } = open;
  const picture = logo && (await shopPicture(files, logo.url, `@2x.${logo.formats.at(-1)}`));
  return {
    language: languageOfShop(open),
    shopName: open.name,
    operatorName: open.operator.name,
    logo: logo && picture ? { picture, width: logo.width, height: logo.height } : null,
    brandColor: open.theme.brandColor,
  };
}
