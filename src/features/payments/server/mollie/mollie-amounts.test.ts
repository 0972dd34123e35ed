import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromMollie, limitFromMollie, toMollie } from './mollie-amounts.ts';

test.each([
  [2575, 'EUR', 2, '25.75'],
  [5, 'EUR', 2, '0.05'],
  [0, 'EUR', 2, '0.00'],
  [1000, 'JPY', 0, '1000'],
  [12_000, 'HUF', 0, '12000.00'],
  [2575, 'EUR', 3, null],
  [25_750, 'EUR', 3, '25.75'],
  [150_000, 'ISK', 2, '1500'],
  [150_050, 'ISK', 2, null],
  [100, 'RSD', 2, null],
  [-100, 'EUR', 2, null],
])('%d minor units of %s with %d digits are %s', (amount, currency, digits, value) => {
  expect(toMollie(amount, currency, digits)).toEqual(value === null ? null : { currency, value });
});

test('an amount survives the round trip to Mollie', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000_000 }),
      fc.constantFrom('EUR', 'JPY', 'HUF', 'CHF'),
      fc.integer({ min: 0, max: 3 }),
      (amount, currency, digits) => {
        const written = toMollie(amount, currency, digits);
        if (written) expect(fromMollie(written, digits)).toBe(amount);
      },
    ),
  );
});

test.each(['', '1e3', '-1.00', '1,00', '1.005', 'NaN', ' 1.00', '1.00\n', '9'.repeat(20)])(
  'the amount %j is refused',
  (value) => {
    expect(() => fromMollie({ currency: 'EUR', value }, 2)).toThrow(/is not an amount/);
  },
);

test.each([
  ['0.01', 2, 1, 1],
  ['10.50', 0, 11, 10],
  ['10.00', 0, 10, 10],
  ['10000.00', 2, 1_000_000, 1_000_000],
  ['1.00', 3, 1_000, 1_000],
  ['150', 2, 15_000, 15_000],
  ['unlimited', 2, null, null],
])('the limit %s is, with %d digits, %d as a minimum and %d as a maximum', (value, digits, minimum, maximum) => {
  expect(limitFromMollie({ currency: 'EUR', value }, digits, 'up')).toBe(minimum);
  expect(limitFromMollie({ currency: 'EUR', value }, digits, 'down')).toBe(maximum);
});
