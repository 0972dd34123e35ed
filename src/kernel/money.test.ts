import { expect, test } from 'vitest';
import { formatMoney, moneyPieces } from './money.ts';

const euro = { locale: 'en-GB', currency: 'EUR', currencyDigits: 2 };

test('given a discount of zero, then it is written without a minus', () => {
  expect(formatMoney(-0, euro)).toBe('€0.00');
  expect(formatMoney(0, euro)).toBe('€0.00');
  expect(formatMoney(-500, euro)).toBe('−€5.00');
});

test.each(['en-GB', 'de', 'hr'])(
  'given %s, then the pieces of an amount make up its text, and without the currency a plain number',
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
