import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { whyBalanceUnknown, whyGapUnknown } from './why-unchecked.ts';

const statement = {
  ...{ account: 'NL91ABNA0417164300', first_day: '2026-11-20', currency: 'EUR' },
  ...{ opening: 100_000, closing: 214_500, before: null },
};
const line = { amount: 114_500, currency: 'EUR' };

test.each([
  ['no account', { account: null }, 'The file has no account number'],
  ['balances but no lines', { first_day: null }, 'The file has no lines'],
  ['no balances', { opening: null }, 'The file has no balances'],
  [
    'a previous file without balances',
    { before: { import: 1, last_day: '2026-11-19', closing: null } },
    'The previous file has no balances',
  ],
  ['lines of a day that is not over', {}, 'The file does not cover whole days'],
])('with %s, the reason for an unknown gap is named', (_, some, words) => {
  expect(whyGapUnknown({ ...statement, ...some }, ENGLISH)).toBe(words);
});

test.each([
  ['no balances', { opening: null }, [line], 'The file has no balances'],
  ['a line in another currency', {}, [line, { ...line, currency: 'USD' }], 'A line is in another currency'],
  ['an unreadable line', {}, [line, { amount: null, currency: null }], 'A line cannot be read'],
  ['lines of a day that is not over', {}, [line], 'The file does not cover whole days'],
  ['several statements', {}, null, 'Not all lines can be compared with the balances'],
])('with %s, the reason for an unknown balance is named', (_, some, lines, words) => {
  expect(whyBalanceUnknown({ ...statement, ...some }, lines, ENGLISH)).toBe(words);
});
