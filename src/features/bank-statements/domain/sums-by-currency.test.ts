import { expect, test } from 'vitest';
import { sumsByCurrency } from './sums-by-currency.ts';

test('amounts of different currencies are never added together', () => {
  const lines = [
    { amount: 6_000, currency: 'USD' },
    { amount: 40_850, currency: 'EUR' },
    { amount: -2_100, currency: null },
    { amount: 500, currency: 'USD' },
    { amount: null, currency: 'GBP' },
  ];
  expect(sumsByCurrency(lines, 'EUR')).toEqual([
    { currency: 'EUR', amount: 38_750 },
    { currency: 'USD', amount: 6_500 },
  ]);
});

test('lines without a readable amount have no sum', () => {
  expect(sumsByCurrency([{ amount: null, currency: null }], 'EUR')).toEqual([]);
});
