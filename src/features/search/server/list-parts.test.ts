import { expect, test } from 'vitest';
import { afterText, readAfter } from './list-parts.ts';

test('the last row of a page survives a round trip through its text', () => {
  const last = { at: new Date('2026-11-20T10:00:00.123Z'), id: 7, amount: 19_850 };
  expect(readAfter(afterText(last))).toEqual(last);
});

test('the list of a page that the previous release opened can continue', () => {
  expect(readAfter('1763632800123.7')).toEqual({ at: new Date(1_763_632_800_123), id: 7, amount: 0 });
});

test('after any other text, the list begins with its first row', () => {
  for (const text of [null, '', '7', 'a.b.c', '1.2.x', '1.5e400.3']) expect(readAfter(text)).toBeNull();
});
