import type { FastifyInstance } from 'fastify';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { keepPrivate, sendDocument, sendNoDocument } from '#platform/http/document-link.ts';
import { sendEncoded } from '#platform/http/encoded-text.ts';
import type { Limits } from '#platform/http/limits.ts';
import { networkOf } from '#platform/http/network.ts';
import { KEPT_TICKETS_SCRIPT, TICKET_WORKER, TICKET_WORKER_SCOPE } from '../domain/kept-tickets.ts';
import { downloadTicket } from './download-ticket.ts';
import type { DocumentParts } from './make-document.ts';
import { createRevokedList, REVOKED_LIST_KEPT_MS } from './revoked-list.ts';
import { revokedTickets } from './revoked-tickets-store.ts';
import { ticketKey } from './ticket-keys.ts';
import { KEPT_TICKETS_PAGE_SCRIPT, TICKET_WORKER_SCRIPT } from './ticket-worker.ts';

/** Serves tickets as PDF, by holder's email and code, and the files for scanners: public keys and revoked tickets. */
export function addTicketPages(
  app: FastifyInstance,
  parts: DocumentParts & {
    readonly clock: Clock;
    readonly limits?: Limits;
    /** Tickets signed with these are still admitted. */
    readonly olderSecretKeys?: readonly Buffer[];
    /** How long scanners receive the same list of revoked tickets, in milliseconds. */
    readonly revokedListKeptMs?: number | undefined;
  },
): void {
  app.get<{ Params: { email: string; code: string } }>('/download-ticket/:email/:code', async (request, response) => {
    keepPrivate(response);
    const { email, code } = request.params;
    const result = await downloadTicket(parts, { email, code, network: networkOf(request.ip) }, parts.clock.now());
    if (result.ok) return sendDocument(response, result.value);
    const { public: config } = await parts.loadShop();
    const look = lookOfShop(config);
    const { text } = look.language;
    return sendNoDocument(response, look, result.error, {
      heading: text('Ticket not found'),
      paragraphs: [
        text(
          'The link may be out of date: when a ticket changes holder, a new ticket is issued. Or the order may still be waiting for payment or for the Terms and Conditions to be accepted, or a refund may have been requested.',
        ),
        text('Your orders show what is ready to download, and we can email you your current tickets again.'),
      ],
      links: [
        { label: text('Your orders'), href: '/portal' },
        { label: text('Email my tickets again'), href: '/resend-tickets' },
      ],
    });
  });

  for (const [path, script] of [
    [TICKET_WORKER, TICKET_WORKER_SCRIPT],
    [KEPT_TICKETS_SCRIPT, KEPT_TICKETS_PAGE_SCRIPT],
  ] as const) {
    app.get(path, async (_request, response) =>
      response
        .header('cache-control', 'no-cache')
        .header('service-worker-allowed', TICKET_WORKER_SCOPE)
        .type('text/javascript; charset=utf-8')
        .send(script),
    );
  }

  app.get('/tickets/keys.json', async (_request, response) =>
    response
      .header('cache-control', 'public, max-age=300')
      // Any scanner may read the public keys, including web pages from other origins.
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send({ keys: [parts.secretKey, ...(parts.olderSecretKeys ?? [])].map((key) => ticketKey(key).publicKey) }),
  );

  const revokedList = createRevokedList({
    read: () => revokedTickets(parts.db, parts.clock.now()),
    keptMs: parts.revokedListKeptMs ?? REVOKED_LIST_KEPT_MS,
  });
  app.get('/tickets/revoked.json', async (request, response) => {
    response
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin');
    return await sendEncoded(request, response, await revokedList());
  });
}
