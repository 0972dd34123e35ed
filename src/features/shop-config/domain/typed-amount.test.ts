import { expect, test } from 'vitest';
import { formatMoney } from '#kernel/money.ts';
import { amountFrom, amountIn, amountProblem, readAmount } from './typed-amount.ts';

const shop = { locale: 'en', currency: 'EUR', currencyDigits: 2 };
const yen = { locale: 'en', currency: 'JPY', currencyDigits: 0 };
const dinars = (locale: string) => ({ locale, currency: 'KWD', currencyDigits: 3 });

test.each([
  ['96', 9_600],
  ['96.00', 9_600],
  ['96,00', 9_600],
  ['€ 96,5', 9_650],
  ['96,50 €', 9_650],
  ['EUR 96.50', 9_650],
  ['96,50 eur', 9_650],
  ['EUR 96 €', null],
  ['EUR', null],
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
  expect(amountFrom(text, shop)).toBe(amount);
});

test.each(['1.234', '1,234', '12.345', '€ 999,000'])(
  '%s may be a thousand or a little more than one, so it is unclear',
  (text) => {
    expect(readAmount(text, shop)).toEqual({ kind: 'unclear' });
    expect(amountFrom(text, shop)).toBeNull();
  },
);

test.each(['USD 96.50', '96,50 CHF', '$ 96.50', '96.50 £', 'usd 96', 'HUF 1.234', '96,50 zł', '96 kr.', 'CA$ 96'])(
  '%s is not in euros, so it is never read as an amount of a shop that sells in euros',
  (text) => {
    expect(readAmount(text, shop)).toEqual({ kind: 'foreign' });
    expect(amountFrom(text, shop)).toBeNull();
  },
);

test.each([
  ['USD', 'en', '$ 96.50'],
  ['USD', 'en', '96.50 USD'],
  ['CAD', 'en', '$96.50'],
  ['GBP', 'de', '96,50 £'],
  ['CHF', 'de-CH', 'CHF 96.50'],
  ['HRK', 'hr', '96,50 kn'],
  ['HRK', 'hr', '96,50 KN'],
  ['PLN', 'pl', '96,50 zł'],
  ['CZK', 'cs', '96,50 Kč'],
  ['HUF', 'hu', '96,50 Ft'],
  ['DKK', 'da', '96,50 kr.'],
  ['RON', 'ro', '96,50 lei'],
  ['BRL', 'pt', 'R$ 96,50'],
  ['CAD', 'en', 'CA$96.50'],
])('in a shop with the currency %s and the locale %s, %s is in its own currency', (currency, locale, text) => {
  expect(amountFrom(text, { locale, currency, currencyDigits: 2 })).toBe(9_650);
});

test('the shop’s language decides what one point or comma means in a currency with three decimals', () => {
  expect(amountFrom('1.234', dinars('en'))).toBe(1_234);
  expect(amountFrom('1,234', dinars('de'))).toBe(1_234);
  for (const [text, locale] of [
    ['1,234', 'en'],
    ['12.345', 'de'],
    ['KWD 1.234', 'hr'],
  ] as const)
    expect(readAmount(text, dinars(locale))).toEqual({ kind: 'unclear' });
  // These can only be read in one way.
  for (const locale of ['en', 'de']) {
    expect(amountFrom('1,234.500', dinars(locale))).toBe(1_234_500);
    expect(amountFrom('1.234,5', dinars(locale))).toBe(1_234_500);
    expect(amountFrom('1.234.567', dinars(locale))).toBe(1_234_567_000);
    expect(amountFrom('0.500', dinars(locale))).toBe(500);
    expect(amountFrom('1234,500', dinars(locale))).toBe(1_234_500);
  }
});

test('without cents, points and commas can only group thousands', () => {
  expect(amountFrom('1.234', yen)).toBe(1_234);
  expect(amountFrom('1,234,567', yen)).toBe(1_234_567);
  expect(amountFrom('1,5', yen)).toBeNull();
});

test('a field shows the decimal separator of the language, and reads every amount that it shows', () => {
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
        expect(
          amountFrom(amountIn(amount, { locale, currency, currencyDigits }), { locale, currency, currencyDigits }),
        ).toBe(amount);
});

test('an amount that was formatted with its currency is read as the same amount', () => {
  expect(formatMoney(123_450, shop)).toBe('€1,234.50');
  for (const locale of ['en', 'de', 'hr', 'fr', 'de-CH', 'pl', 'sv', 'cs', 'hu', 'da', 'ro'])
    for (const [currency, currencyDigits] of [
      ['EUR', 2],
      ['HRK', 2],
      ['PLN', 2],
      ['CZK', 2],
      ['HUF', 2],
      ['DKK', 2],
      ['RON', 2],
      ['CAD', 2],
      ['CHF', 2],
      ['JPY', 0],
      ['KWD', 3],
    ] as const)
      for (const amount of [7, 999, 9_605, 123_456, 1_234_567, 123_456_789]) {
        const settings = { locale, currency, currencyDigits };
        expect([settings, amountFrom(formatMoney(amount, settings), settings)]).toEqual([settings, amount]);
      }
});

test.each([
  ['', 'outside'],
  ['abc', 'outside'],
  ['x', 'outside'],
  ['0', 'outside'],
  ['-5', 'outside'],
  ['48.01', 'outside'],
  ['48', null],
  ['0.01', null],
  ['1.234', 'unclear'],
  ['$ 5', 'foreign'],
])('with a maximum of €48.00, the problem with %j is %s', (typed, kind) => {
  expect(amountProblem(typed, shop, { minimum: 1, maximum: 4_800 })?.kind ?? null).toBe(kind);
});

test('an amount that is far too large is refused with the limit', () => {
  for (const typed of ['1000000000000', '99999999999999999999', '€ 1.000.000.000.000,00'])
    expect(amountProblem(typed, shop, null)).toEqual({ kind: 'too_large', limit: 100_000_000_000_000 });
  expect(amountProblem('999,999,999,999.99', shop, null)).toBeNull();
  expect(amountProblem('99999999999999', shop, { minimum: 1, maximum: 4_800 })).toMatchObject({ kind: 'outside' });
});
