import { expect, test } from 'vitest';
import { isBounded } from './json-bounds.ts';

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

test.each([
  ['a usual request', '{"token":"x","order":{"lines":[{"a":1},{"a":2}]}}'],
  ['nothing', ''],
  ['a text that is not JSON', '}{"'],
  ['as many levels as are allowed', nested(16, '[', ']')],
  ['brackets and commas inside a text', JSON.stringify({ note: '[{,'.repeat(5_000) })],
  ['a text with quotes and backslashes', JSON.stringify({ note: '\\"[[[[[[[[[[[[[[[[[['.repeat(50) })],
])('%s may be parsed', (_what, text) => expect(isBounded(text)).toBe(true));

test.each([
  ['lists inside lists', nested(17, '[', ']')],
  ['objects inside objects', nested(50_000, '{"a":', '}')],
  ['lists that never end', '['.repeat(90_000)],
  ['very many fields', `{${Array.from({ length: 2_001 }, (_, index) => `"f${index}":1`).join()}}`],
  ['very many members', JSON.stringify(Array(30_000).fill(1))],
  ['very many empty objects', JSON.stringify({ a: Array(2_000).fill({}) })],
  ['levels behind a text with a quote', `{"a":"\\"",${'"b":['.repeat(20)}`],
])('%s are not parsed', (_what, text) => expect(isBounded(text)).toBe(false));
