import type { FastifyReply } from 'fastify';
import { type PlainPageParts, plainPage, type ShopLook, sendPlainPage } from './plain-page.ts';
import { minutesOf } from './refusal.ts';

// What is common to links that open one document each (a ticket, an invoice, a calendar file) for whoever has them.

/** Why a link opens nothing. Said alike whatever the reason: nobody learns from it whether something is known. */
export type DocumentRefusal =
  | { readonly kind: 'not_available' }
  | { readonly kind: 'too_many_tries'; readonly waitSeconds: number };

/** What a browser's own PDF viewer needs and nothing more. */
export const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Nothing keeps the answer, its address is told to nobody, and no search engine lists it. */
export const keepPrivate = (response: FastifyReply): FastifyReply =>
  response
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');

/** The page instead of the document. `absent` says that it is not here. */
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
