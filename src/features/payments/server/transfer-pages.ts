import type { FastifyInstance } from 'fastify';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { keepPrivate, sendDocument, sendNoDocument } from '#platform/http/document-link.ts';
import { networkOf } from '#platform/http/network.ts';
import { downloadTransfer, type TransferParts } from './download-transfer.ts';

/** Serves the details of an order's open transfer as PDF. */
export function addTransferPages(app: FastifyInstance, parts: TransferParts & { readonly clock: Clock }): void {
  app.get<{ Params: { order: string; checksum: string; reference: string } }>(
    '/download-transfer/:order/:checksum/:reference',
    async (request, response) => {
      keepPrivate(response);
      const wanted = { ...request.params, network: networkOf(request.ip) };
      const result = await downloadTransfer(parts, wanted, parts.clock.now());
      if (result.ok) return sendDocument(response, result.value);
      const { public: open } = await parts.loadShop();
      const look = lookOfShop(open);
      const { text } = look.language;
      return sendNoDocument(response, look, result.error, {
        heading: text('Nothing to transfer'),
        paragraphs: [text('The link may be incomplete, or the order may no longer be awaiting a bank transfer.')],
        links: [{ label: text('Your orders'), href: '/portal' }],
      });
    },
  );
}
