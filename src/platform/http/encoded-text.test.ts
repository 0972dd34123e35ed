import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bestEncoding, encodedText, isKnown } from './encoded-text.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.5, br;q=1.0', 'br'],
  ['deflate', 'identity'],
])('Accept-Encoding %s gets %s', (accept, encoding) => {
  expect(bestEncoding(accept)).toBe(encoding);
});

test('every encoding has the same content and is made once', async () => {
  const page = 'Four days where the dunes meet the dark. '.repeat(100);
  const text = encodedText(page);
  expect(brotliDecompressSync(await text.in('br')).toString()).toBe(page);
  expect(gunzipSync(await text.in('gzip')).toString()).toBe(page);
  expect(text.in('br')).toBe(text.in('br'));
  expect((await text.in('br')).length).toBeLessThan(text.plain.length);
});

test('the same text has the same tag, another text another one', () => {
  expect(encodedText('a').etag).toBe(encodedText('a').etag);
  expect(encodedText('a').etag).not.toBe(encodedText('b').etag);
});

test.each([
  ['W/"a1"', true],
  ['"a1"', true],
  ['"zz", W/"a1"', true],
  ['*', true],
  ['W/"a2"', false],
  ['"a1-br"', false],
  ['', false],
  [undefined, false],
])('with If-None-Match %s, the visitor already has the text: %s', (header, known) => {
  expect(isKnown(header, 'W/"a1"')).toBe(known);
});
