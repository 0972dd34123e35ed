import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from './calls.ts';
import { type PlainPage, plainPage, type ShopLook } from './plain-page.ts';
import type { HttpRefusal } from './refusal.ts';

/** Seconds added before the page reloads, so that people have time to read or hear it. */
const READING_SECONDS = 7;

const SECONDS = '{seconds}';

let made: { key: string; page: PlainPage } | undefined;

/** Returns the page that says the shop is busy, which is made once for each look and language. */
function busyPage(look: ShopLook): PlainPage {
  const key = JSON.stringify({ ...look, language: look.language.tag });
  if (made?.key !== key) {
    const { text } = look.language;
    const page = plainPage({
      ...look,
      heading: text('The shop is very busy'),
      paragraphs: [
        text('The shop is very popular right now, so we are letting people in a few at a time.'),
        text(
          'You do not need to do anything: this page will try again in {seconds} seconds. Your items stay in your cart until it expires, and your orders are safe.',
          { seconds: SECONDS },
        ),
      ],
      links: [{ label: text('Try again now'), href: '' }],
    });
    made = { key, page };
  }
  return made.page;
}

/** Sends the page with a `refresh` header, which makes it reload automatically. */
export function sendBusyPage(reply: FastifyReply, look: ShopLook, retryAfter: number): FastifyReply {
  const seconds = String(Math.ceil(retryAfter) + READING_SECONDS);
  const page = busyPage(look);
  return reply
    .code(503)
    .headers({
      'cache-control': 'no-store',
      'retry-after': seconds,
      refresh: seconds,
      'content-security-policy': page.contentSecurityPolicy,
    })
    .type('text/html; charset=utf-8')
    .send(page.html.replace(SECONDS, seconds));
}

/** Sends a page to a browser that opens an address, and JSON to programs. */
export function sendBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  look: ShopLook,
  refusal: HttpRefusal,
): FastifyReply {
  const isOpenedByAPerson = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (isOpenedByAPerson) return sendBusyPage(reply, look, refusal.retryAfter ?? 0);
  sendRefusal(reply, refusal, look.language);
  return reply;
}
