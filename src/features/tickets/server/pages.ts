import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { sharedRead } from '#platform/db/shared-read.ts';
import type { Limits } from '#platform/http/limits.ts';
import { networkOf } from '#platform/http/network.ts';
import type { PlainPage } from '#platform/http/plain-page.ts';
import { downloadTicket } from './download-ticket.ts';
import type { DocumentParts } from './make-document.ts';
import { noTicketPage, tooManyDownloadsPage } from './no-ticket-page.ts';
import { revokedTickets } from './revoked-tickets.ts';
import { ticketKey } from './ticket-keys.ts';

/** The ticket as PDF, opened by its holder's email and its code, and what scanners need: public keys and what was revoked. */
export function addTicketPages(
  app: FastifyInstance,
  parts: DocumentParts & { readonly clock: Clock; readonly limits?: Limits },
): void {
  app.get<{ Params: { email: string; code: string } }>('/download-ticket/:email/:code', async (request, response) => {
    response
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex');
    const { email, code } = request.params;
    const result = await downloadTicket(parts, { email, code, network: networkOf(request.ip) }, parts.clock.now());
    if (result.ok) {
      const { filename, contentType, content } = result.value;
      return response
        .header('content-disposition', `inline; filename="${filename}"`)
        .header('content-security-policy', PDF_POLICY)
        .type(contentType)
        .send(content);
    }
    const shop = await parts.loadShop();
    if (result.error.kind === 'not_available') return sendPage(response, 404, noTicketPage(shop));
    response.header('retry-after', String(result.error.waitSeconds));
    return sendPage(response, 429, tooManyDownloadsPage(shop));
  });

  app.get('/tickets/keys.json', async (_request, response) =>
    response
      .header('cache-control', 'public, max-age=300')
      // Public keys are for every scanner, a web page of another origin included.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send({ keys: [ticketKey(parts.secretKey).publicKey] }),
  );

  const revokedList = sharedRead(async () => {
    const body = JSON.stringify({ revoked: await revokedTickets(parts.db, parts.clock.now()) });
    return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
  });
  // Asked for again and again by every scanner: one read for all who ask at once, a short answer when nothing is new.
  app.get('/tickets/revoked.json', async (request, response) => {
    const { body, etag } = await revokedList();
    response
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) return response.code(304).send();
    return response.type('application/json; charset=utf-8').send(body);
  });
}

/** What a browser's own PDF viewer needs and nothing more. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const sendPage = (response: FastifyReply, status: number, page: PlainPage): FastifyReply =>
  response
    .code(status)
    .header('content-security-policy', page.contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(page.html);
