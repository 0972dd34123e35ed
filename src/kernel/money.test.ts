import { expect, test } from 'vitest';
import { formatMoney, formatMoneyWithCode, moneyPieces } from './money.ts';

const euro = { locale: 'en-GB', currency: 'EUR', currencyDigits: 2 };

test('a discount of zero has no minus', () => {
  expect(formatMoney(-0, euro)).toBe('€0.00');
  expect(formatMoney(0, euro)).toBe('€0.00');
  expect(formatMoney(-500, euro)).toBe('−€5.00');
});

test.each(['en-GB', 'de', 'hr'])(
  'in %s the pieces of an amount make up its text, and without the currency a plain number',
  (locale) => {
    for (const amount of [-123_456, 0, 5]) {
      const pieces = moneyPieces(amount, { ...euro, locale });
      expect(pieces.map(({ text }) => text).join('')).toBe(formatMoney(amount, { ...euro, locale }));
      expect(
        pieces
          .filter(({ isCurrency }) => !isCurrency)
          .map(({ text }) => text)
          .join(''),
      ).toMatch(/^−?[\d.,]+$/);
    }
  },
);

test('money in a foreign currency has its code and digits, even if no such code exists', () => {
  expect(formatMoneyWithCode(6_000, { locale: 'en-IE', currency: 'USD', currencyDigits: 2 })).toBe('USD\u00a060.00');
  expect(formatMoneyWithCode(-123_456, { locale: 'de-DE', currency: 'US$?', currencyDigits: 2 })).toBe(
    'US$?\u00a0−1.234,56',
  );
});
