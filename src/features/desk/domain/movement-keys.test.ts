import { expect, test } from 'vitest';
import { keysToCompare, shareKey, sharesAmong } from './movement-keys.ts';

const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890';
const shares = [0, 1, 7].map((index) => shareKey(line, index));
const keysBefore = [line, `${line}/2`, `${line}/8`];

const part = (transaction: string) => ({ transaction, amount: 7_600 });
const whole = (transaction: string) => ({ transaction, amount: 15_200 });
const keysAmong = (key: string, booked: readonly { transaction: string; amount: number }[]) => {
  const compared = keysToCompare(key);
  return sharesAmong(
    key,
    booked.filter(({ transaction }) => compared.includes(transaction)),
  ).map(({ transaction }) => transaction);
};

test.each([
  ['of today', shares],
  ['booked before keys of shares changed', keysBefore],
])('any share of a statement’s line, %s, leads to all its shares', (_when, keys) => {
  const booked = [...keys.map(part), whole(`${line}1`)];
  for (const key of keys) expect(keysAmong(key, booked)).toEqual(keys);
});

test('the key of a share is never the key of another line, whose bank reference may end in /2', () => {
  // A reference in a key has only ASCII characters.
  for (const key of shares.slice(1)) expect(key).not.toMatch(/^[ -~]*$/);
  const second = `${line}/2`;
  const booked = [part(line), part(shareKey(line, 1)), part(second), part(shareKey(second, 1))];
  expect(new Set(booked.map(({ transaction }) => transaction)).size).toBe(4);
  for (const key of [line, second]) {
    for (const index of [0, 1]) expect(keysAmong(shareKey(key, index), booked)).toEqual([key, shareKey(key, 1)]);
  }
});

test('a line that paid a single order has no other shares, although another line’s reference is its own and /2', () => {
  const booked = [whole(line), whole(`${line}/2`)];
  for (const { transaction } of booked) expect(keysAmong(transaction, booked)).toEqual([transaction]);
});

test('lines whose bank references end in different numbers after a slash are different movements', () => {
  const [eleventh, twelfth] = [`${line}/11`, `${line}/12`] as const;
  const booked = [part(eleventh), part(`${eleventh}/2`), whole(twelfth)];
  expect(keysAmong(eleventh, booked)).toEqual([eleventh, `${eleventh}/2`]);
  expect(keysAmong(`${eleventh}/2`, booked)).toEqual([eleventh, `${eleventh}/2`]);
  expect(keysAmong(twelfth, booked)).toEqual([twelfth]);
});

test('a number typed by an operator is a single movement, even with a slash', () => {
  expect(keysToCompare('2026/11')).toEqual(['2026/11']);
  expect(keysAmong('2026/11', [part('2026/11'), part('2026')])).toEqual(['2026/11']);
});
