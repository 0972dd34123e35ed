import type { FastifyInstance } from 'fastify';
import { lookOfShop } from '#features/shop-config/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { keepPrivate, sendNoDocument } from '#platform/http/document-link.ts';
import { networkOf } from '#platform/http/network.ts';
import { type CalendarParts, downloadCalendar } from './download-calendar.ts';

export function addCalendarPages(app: FastifyInstance, parts: CalendarParts & { readonly clock: Clock }): void {
  app.get<{ Params: { order: string; checksum: string } }>(
    '/download-calendar/:order/:checksum',
    async (request, response) => {
      keepPrivate(response);
      const { order, checksum } = request.params;
      const wanted = { order, checksum, network: networkOf(request.ip) };
      const result = await downloadCalendar(parts, wanted, parts.clock.now());
      if (result.ok) {
        const { filename, content } = result.value;
        return response
          .header('content-disposition', `attachment; filename="${filename}"`)
          .type('text/calendar; charset=utf-8')
          .send(content);
      }
      const { public: config } = await parts.loadShop();
      const look = lookOfShop(config);
      const { text } = look.language;
      return sendNoDocument(response, look, result.error, {
        heading: text('Calendar file not found'),
        paragraphs: [text('The link may be incomplete, or the order may no longer have any dates.')],
        links: [{ label: text('Your orders'), href: '/portal' }],
      });
    },
  );
}
