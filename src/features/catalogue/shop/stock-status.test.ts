import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { stockStatus } from './stock-status.ts';

test('a card shows the number left from ten down, but never zero', () => {
  const language = ENGLISH;
  expect(stockStatus(language, { in_stock: true, stock_level: null })).toBeNull();
  expect(stockStatus(language, { in_stock: true, stock_level: 11 })).toBeNull();
  expect(stockStatus(language, { in_stock: true, stock_level: 10 })?.label).toBe('Only 10 left');
  expect(stockStatus(language, { in_stock: true, stock_level: 0 })).toBeNull();
  expect(stockStatus(language, { in_stock: false, stock_level: 0 })?.label).toBe('Out of Stock');
});
