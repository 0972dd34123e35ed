import type { FastifyInstance } from 'fastify';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { keepPrivate, sendDocument, sendNoDocument } from '#platform/http/document-link.ts';
import { networkOf } from '#platform/http/network.ts';
import { downloadInvoice, type InvoiceParts } from './download-invoice.ts';

/** Serves an order's invoice as PDF by code and checksum; `?number=` selects another document of the same order. */
export function addInvoicePages(app: FastifyInstance, parts: InvoiceParts & { readonly clock: Clock }): void {
  app.get<{ Params: { order: string; checksum: string }; Querystring: { number?: unknown } }>(
    '/download-invoice/:order/:checksum',
    async (request, response) => {
      keepPrivate(response);
      const { number } = request.query;
      const result = await downloadInvoice(
        parts,
        {
          order: request.params.order,
          checksum: request.params.checksum,
          number: typeof number === 'string' && number !== '' ? number : null,
          network: networkOf(request.ip),
        },
        parts.clock.now(),
      );
      if (result.ok) return sendDocument(response, result.value);
      const { public: open } = await parts.loadShop();
      const look = lookOfShop(open);
      const { text } = look.language;
      return sendNoDocument(response, look, result.error, {
        heading: text('Invoice not found'),
        paragraphs: [
          text(
            'The link may be incomplete, or the order may still be waiting for payment: an invoice is issued once an order is paid in full.',
          ),
          text('Your orders show what you can download.'),
        ],
        links: [{ label: text('Your orders'), href: '/portal' }],
      });
    },
  );
}
