import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { documentTitle } from './page-title.ts';

test('given a page, then the title names it before the shop', () => {
  const language = ENGLISH;
  expect(documentTitle(language, 'Tickets', 'Sandlark', false)).toBe('Tickets · Sandlark');
});

test('given the home page, then the title is the shop alone', () => {
  const language = ENGLISH;
  expect(documentTitle(language, '', 'Sandlark', false)).toBe('Sandlark');
});

test('given a form with errors, then the title starts with Error', () => {
  const language = ENGLISH;
  expect(documentTitle(language, 'Checkout', 'Sandlark', true)).toBe('Error: Checkout · Sandlark');
});
