import { expect, test } from 'vitest';
import { keysToCompare, shareKey, sharesAmong } from './movement-keys.ts';

const line = 'camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890';
const shares = [0, 1, 7].map((index) => shareKey(line, index));

test('any share of a statement’s line leads to all its shares', () => {
  for (const share of shares) {
    expect(keysToCompare(share)).toEqual(expect.arrayContaining(shares));
    expect(sharesAmong(share, [...shares, `${line}1`])).toEqual(shares);
  }
});

test('lines whose bank references end in different numbers after a slash are different movements', () => {
  const [eleventh, twelfth] = [`${line}/11`, `${line}/12`] as const;
  const booked = [eleventh, shareKey(eleventh, 1), twelfth];
  expect(sharesAmong(eleventh, booked)).toEqual([eleventh, `${eleventh}/2`]);
  expect(sharesAmong(`${eleventh}/2`, booked)).toEqual([eleventh, `${eleventh}/2`]);
  expect(sharesAmong(twelfth, booked)).toEqual([twelfth]);
});

test('a number typed by an operator is a single movement, even with a slash', () => {
  expect(keysToCompare('2026/11')).toEqual(['2026/11']);
  expect(sharesAmong('2026/11', ['2026/11', '2026'])).toEqual(['2026/11']);
});
