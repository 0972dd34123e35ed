import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Shop } from '#features/shop-config/server/public.ts';
import { text } from '#kernel/text.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { networkOf } from '#platform/http/network.ts';
import { type PlainPage, plainPage } from '#platform/http/plain-page.ts';
import { downloadInvoice, type InvoiceParts } from './download-invoice.ts';

/** An order's invoice as PDF, opened by its code and checksum; `?number=` names another document of the same order. */
export function addInvoicePages(app: FastifyInstance, parts: InvoiceParts & { readonly clock: Clock }): void {
  app.get<{ Params: { order: string; checksum: string }; Querystring: { number?: unknown } }>(
    '/download-invoice/:order/:checksum',
    async (request, response) => {
      response
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
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
      if (result.ok) {
        return response
          .header('content-disposition', `inline; filename="${result.value.filename}"`)
          .header('content-security-policy', PDF_POLICY)
          .type('application/pdf')
          .send(result.value.content);
      }
      const shop = await parts.loadShop();
      if (result.error.kind === 'not_available') return sendPage(response, 404, noInvoicePage(shop));
      response.header('retry-after', String(result.error.waitSeconds));
      return sendPage(response, 429, tooManyPage(shop));
    },
  );
}

/** What a browser's own PDF viewer needs and nothing more. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Said whatever the reason: nobody learns from it whether an order is known. */
const noInvoicePage = (shop: Shop): PlainPage =>
  page(shop, text('This invoice is not here'), [
    text(
      'The link may be incomplete, or its order may still be waiting for a payment: an invoice is made once an order is paid in full.',
    ),
    text('Your orders show what there is to download.'),
  ]);

const tooManyPage = (shop: Shop): PlainPage =>
  page(shop, text('One moment, please'), [
    text('This was asked for very often in a short time. Please wait a few minutes and open the link again.'),
  ]);

const page = ({ public: open }: Shop, heading: string, paragraphs: readonly string[]): PlainPage =>
  plainPage({
    shopName: open.name,
    brandColor: open.theme.brandColor,
    heading,
    paragraphs,
    links: [{ label: text('Your orders'), href: '/portal' }],
  });

const sendPage = (response: FastifyReply, status: number, one: PlainPage): FastifyReply =>
  response
    .code(status)
    .header('content-security-policy', one.contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(one.html);
