import { expect, test } from 'vitest';
import { keysOfMovement, shareKey } from './movement-keys.ts';

const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890';
const shares = [0, 1, 7].map((index) => shareKey(line, index));

test('any share of a statement’s line leads to all its shares', () => {
  for (const key of shares) expect(keysOfMovement(key)).toEqual(expect.arrayContaining(shares));
});

test('the key of a share is never the key of another line, whose bank reference may end in /2', () => {
  // A reference in a key has only ASCII characters.
  for (const key of shares.slice(1)) expect(key).not.toMatch(/^[ -~]*$/);
  const other = new Set(keysOfMovement(`${line}/2`));
  expect(keysOfMovement(line).filter((key) => other.has(key))).toEqual([]);
});

test('a number typed by an operator is a single movement, even with a slash', () => {
  expect(keysOfMovement('2026/11')).toEqual(['2026/11']);
});
