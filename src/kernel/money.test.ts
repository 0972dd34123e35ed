import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

const euro = { locale: 'en-GB', currency: 'EUR', currencyDigits: 2 };

test('given a discount of nothing, then it is written without a minus', () => {
  expect(formatMoney(-0, euro)).toBe('€0.00');
  expect(formatMoney(0, euro)).toBe('€0.00');
  expect(formatMoney(-500, euro)).toBe('−€5.00');
});
