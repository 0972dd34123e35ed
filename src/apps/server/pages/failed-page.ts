import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { Language } from '#kernel/language.ts';

/** Sends a page that reports the failure and offers to try again, without revealing the cause. */
export function sendFailedPage(
  reply: FastifyReply,
  { tag, text }: Language,
  stylesheets: readonly string[],
): FastifyReply {
  const links = stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  return reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': '5' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${tag}" data-color-scheme="auto">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(text('Not reachable right now'))}</title><meta name="robots" content="noindex">${links}</head>
<body><main class="page prose"><br><h1>${escapeHtml(text('The shop cannot be reached right now'))}</h1><p>${escapeHtml(text('Please try again in a moment. Your items stay in your cart until it expires, and your orders are safe.'))}</p><p><a href="">${escapeHtml(text('Try again'))}</a></p></main></body>
</html>
`);
}
