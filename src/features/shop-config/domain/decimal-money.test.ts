import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyDigits, decimalMoney, percentInBasisPoints } from './decimal-money.ts';

test.each([
  [189, 2, 18_900],
  [9.5, 2, 950],
  ['9.50', 2, 950],
  ['9.5000', 2, 950],
  [0, 2, 0],
  [1200, 0, 1_200],
  ['1.234', 3, 1_234],
])('%s with %d digits is %d', (written, digits, expected) => {
  expect(decimalMoney(written, digits)).toBe(expected);
});

test.each([
  [9.505, 2],
  [1.5, 0],
  [-1, 2],
  [Number.NaN, 2],
  [1e21, 2],
  ['1,50', 2],
  ['', 2],
  ['1.', 2],
])('%s with %d digits is not an amount', (written, digits) => {
  expect(decimalMoney(written, digits)).toBeNull();
});

test('every amount survives being written as a YAML number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
      expect(decimalMoney(Number((minor / 100).toFixed(2)), 2)).toBe(minor);
    }),
  );
});

test('rates have at most two decimals and are at most 100', () => {
  expect([9, 5.5, 0, 100, 8.1].map(percentInBasisPoints)).toEqual([900, 550, 0, 10_000, 810]);
  expect([100.01, 5.555, -1].map(percentInBasisPoints)).toEqual([null, null, null]);
});

test('digits follow ISO 4217, not Intl', () => {
  expect(['EUR', 'HUF', 'JPY', 'KWD'].map(currencyDigits)).toEqual([2, 2, 0, 3]);
});
