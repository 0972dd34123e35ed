import type { FastifyInstance } from 'fastify';
import { text } from '#kernel/text.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { networkOf } from '#platform/http/network.ts';
import { plainPage } from '#platform/http/plain-page.ts';
import { type CalendarParts, downloadCalendar } from './download-calendar.ts';

/** An order's dates as a calendar file, opened by its code and checksum. */
export function addCalendarPages(app: FastifyInstance, parts: CalendarParts & { readonly clock: Clock }): void {
  app.get<{ Params: { order: string; checksum: string } }>(
    '/download-calendar/:order/:checksum',
    async (request, response) => {
      response
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex');
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
      const { public: open } = await parts.loadShop();
      const isTooMany = result.error.kind === 'too_many_tries';
      if (result.error.kind === 'too_many_tries') response.header('retry-after', String(result.error.waitSeconds));
      const page = plainPage({
        shopName: open.name,
        brandColor: open.theme.brandColor,
        heading: isTooMany ? text('One moment, please') : text('This calendar file is not here'),
        paragraphs: [
          isTooMany
            ? text('This was asked for very often in a short time. Please wait a few minutes and open the link again.')
            : text('The link may be incomplete, or its order may have no dates any more.'),
        ],
        links: [{ label: text('Your orders'), href: '/portal' }],
      });
      return response
        .code(isTooMany ? 429 : 404)
        .header('content-security-policy', page.contentSecurityPolicy)
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  );
}
