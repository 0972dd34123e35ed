import type { FastifyReply } from 'fastify';
import { type PlainPageParts, plainPage, type ShopLook, sendPlainPage } from './plain-page.ts';
import { minutesOf } from './refusal.ts';

// Links that each open one document (a ticket, an invoice, a calendar file) for anyone who has the link.

/** Why a link opens nothing. All reasons have the same wording, so that it does not reveal what exists. */
export type DocumentRefusal =
  | { readonly kind: 'not_available' }
  | { readonly kind: 'too_many_attempts'; readonly waitSeconds: number };

/** Allows what a browser's PDF viewer needs, and nothing else. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Keeps an answer private: no cache stores it, no referrer passes on its address, and no search engine lists it. */
export const keepPrivate = (response: FastifyReply): FastifyReply =>
  response
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');

/** Sends the document, by default a PDF, for the browser to show. `filename` must need no escaping. */
export const sendDocument = (
  response: FastifyReply,
  document: { readonly filename: string; readonly content: Buffer; readonly contentType?: string },
): FastifyReply =>
  response
    .header('content-disposition', `inline; filename="${document.filename}"`)
    .header('content-security-policy', PDF_POLICY)
    .type(document.contentType ?? 'application/pdf')
    .send(document.content);

/** Sends a page instead of the document. `absent` is its content if the document does not exist. */
export function sendNoDocument(
  response: FastifyReply,
  look: ShopLook,
  refusal: DocumentRefusal,
  absent: Pick<PlainPageParts, 'heading' | 'paragraphs' | 'links'>,
): FastifyReply {
  if (refusal.kind === 'not_available') return sendPlainPage(response, 404, plainPage({ ...look, ...absent }));
  const { countText, text } = look.language;
  const tooMany = {
    heading: text('One moment, please'),
    paragraphs: [
      countText(minutesOf(refusal.waitSeconds), {
        one: 'Too many requests in a short time. Please open the link again in {count} minute.',
        other: 'Too many requests in a short time. Please open the link again in {count} minutes.',
      }),
    ],
    links: absent.links,
  };
  response.header('retry-after', String(refusal.waitSeconds));
  return sendPlainPage(response, 429, plainPage({ ...look, ...tooMany }));
}
