import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { bookLabel } from './book-label.ts';

const settings = { currency: 'EUR', currencyDigits: 2, locale: 'en' };
const labelOf = (...amounts: number[]) => bookLabel(ENGLISH, amounts, settings);

test('the button says what comes in and what goes out', () => {
  expect(labelOf(8_200, -4_000, -6_476)).toBe('Book 3 lines (€82.00 in, €104.76 out)');
  expect(labelOf(8_200)).toBe('Book 1 line (€82.00)');
  expect(labelOf(-6_476)).toBe('Book 1 line (€64.76 out)');
  expect(labelOf()).toBe('Book');
});
