import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { stockStatus } from './stock-status.ts';

test('given stock, then the card warns at ten or fewer and never shows zero or less as a number', () => {
  const language = ENGLISH;
  expect(stockStatus(language, { in_stock: true, stock_level: null })).toBeNull();
  expect(stockStatus(language, { in_stock: true, stock_level: 11 })).toBeNull();
  expect(stockStatus(language, { in_stock: true, stock_level: 10 })?.label).toBe('Only 10 left');
  expect(stockStatus(language, { in_stock: true, stock_level: 0 })).toBeNull();
  expect(stockStatus(language, { in_stock: false, stock_level: 0 })?.label).toBe('Out of Stock');
});
