import { expect, test } from 'vitest';
import { movementKeys, shareKey } from './movement-keys.ts';

test('the key of any share of a statement’s line yields the keys of all its shares', () => {
  const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890';
  for (const index of [0, 1, 7]) {
    const keys = movementKeys(shareKey(line, index));
    expect(keys).toContain(line);
    expect(keys).toContain(`${line}/2`);
  }
});

test('a number typed by an operator is a single movement, even with a slash', () => {
  expect(movementKeys('2026/11')).toEqual(['2026/11']);
});
