import { expect, test } from 'vitest';
import { documentTitle } from './page-title.ts';

test('given a page, then the title names it before the shop', () => {
  expect(documentTitle('Tickets', 'Sandlark', false)).toBe('Tickets · Sandlark');
});

test('given the home page, then the title is the shop alone', () => {
  expect(documentTitle('', 'Sandlark', false)).toBe('Sandlark');
});

test('given a form with errors, then the title starts with Error', () => {
  expect(documentTitle('Checkout', 'Sandlark', true)).toBe('Error: Checkout · Sandlark');
});
