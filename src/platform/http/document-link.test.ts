import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { keepPrivate, sendNoDocument } from './document-link.ts';

const look = { language: ENGLISH, shopName: 'Small & Co', brandColor: null, colorScheme: 'dark' as const };
const absent = { heading: 'Not here', paragraphs: ['The link is old.'], links: [{ label: 'Home', href: '/' }] };

async function answerTo(refusal: Parameters<typeof sendNoDocument>[2]) {
  const app = Fastify();
  app.get('/', (_request, response) => sendNoDocument(keepPrivate(response), look, refusal, absent));
  return await app.inject('/');
}

test('a link that opens nothing shows a page in the shop’s design, neither cached nor indexed', async () => {
  const { statusCode, headers, body } = await answerTo({ kind: 'not_available' });
  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(body).toContain('<h1>Not here</h1><p>The link is old.</p>');
  expect(body).toContain('Small &#38; Co');
  expect(body).toContain('color-scheme:dark');
});

test('after too many attempts, the page says when to retry, and offers another way', async () => {
  const { statusCode, headers, body } = await answerTo({ kind: 'too_many_attempts', waitSeconds: 40 });
  expect([statusCode, headers['retry-after']]).toEqual([429, '40']);
  expect(body).toContain('One moment, please');
  expect(body).toContain('Please open the link again in 1 minute.');
  const longer = await answerTo({ kind: 'too_many_attempts', waitSeconds: 121 });
  expect(longer.body).toContain('Please open the link again in 3 minutes.');
  expect(body).toContain('<a href="/">Home</a>');
});
