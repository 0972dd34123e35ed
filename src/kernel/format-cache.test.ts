import { expect, test } from 'vitest';
import { formatCache } from './format-cache.ts';

test('a format is created once for each key', () => {
  const cached = formatCache<object>();
  const first = cached('de', () => ({}));
  expect(cached('de', () => ({}))).toBe(first);
  expect(cached('en', () => ({}))).not.toBe(first);
});

test('the cache is emptied at 200 keys instead of growing without end', () => {
  const cached = formatCache<object>();
  const first = cached('first', () => ({}));
  for (let key = 0; key < 200; key += 1) cached(`key ${key}`, () => ({}));
  expect(cached('first', () => ({}))).not.toBe(first);
});
