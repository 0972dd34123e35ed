import { expect, test } from 'vitest';
import { amountFrom, amountIn, readAmount } from './typed-amount.ts';

test.each([
  ['96', 9_600],
  ['96.00', 9_600],
  ['96,00', 9_600],
  ['€ 96,5', 9_650],
  ['96,50 €', 9_650],
  ['EUR 96.50', 9_650],
  ['1234,5', 123_450],
  ['1.234,50', 123_450],
  ['€ 1,234.50', 123_450],
  ['1 234,50', 123_450],
  ['1’234.50', 123_450],
  ['1.234.567', 123_456_700],
  ['1,234,567.89', 123_456_789],
  ['0,05', 5],
  ['0', null],
  ['0.00', null],
  ['', null],
  ['-5', null],
  ['−5,00', null],
  ['96.0011', null],
  ['1.23.456', null],
  ['1,234,50', null],
  ['1.2345,00', null],
  ['12.34,5.6', null],
  ['about 90', null],
])('%s is read as %s, and what cannot be read is never 0', (text, amount) => {
  expect(amountFrom(text, 2)).toBe(amount);
});

test.each(['1.234', '1,234', '12.345', '€ 999,000'])(
  '%s may be a thousand or a little more than one, so it is unclear',
  (text) => {
    expect(readAmount(text, 2)).toEqual({ kind: 'unclear' });
    expect(amountFrom(text, 2)).toBeNull();
  },
);

test('without cents, points and commas can only group', () => {
  expect(amountFrom('1.234', 0)).toBe(1_234);
  expect(amountFrom('1,234,567', 0)).toBe(1_234_567);
  expect(amountFrom('1,5', 0)).toBeNull();
});

test('a field shows the decimal sign of the language, and reads every amount that it shows', () => {
  const euros = { currency: 'EUR', currencyDigits: 2 };
  expect(amountIn(123_450, { locale: 'en', ...euros })).toBe('1,234.50');
  expect(amountIn(4_800, { locale: 'de', ...euros })).toBe('48,00');
  expect(amountIn(123_450, { locale: 'hr', ...euros })).toBe('1.234,50');
  for (const locale of ['en', 'de', 'hr', 'fr', 'de-CH', 'pl', 'sv'])
    for (const [currency, currencyDigits] of [
      ['EUR', 2],
      ['JPY', 0],
      ['KWD', 3],
    ] as const)
      for (const amount of [7, 999, 9_605, 123_456, 1_234_567, 123_456_789])
        expect(amountFrom(amountIn(amount, { locale, currency, currencyDigits }), currencyDigits)).toBe(amount);
});
