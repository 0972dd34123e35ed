import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { documentTitle } from './page-title.ts';

test('the title names the page before the shop', () => {
  const language = ENGLISH;
  expect(documentTitle(language, 'Tickets', 'Sandlark', false)).toBe('Tickets · Sandlark');
});

test('the title of the home page is the shop alone', () => {
  const language = ENGLISH;
  expect(documentTitle(language, '', 'Sandlark', false)).toBe('Sandlark');
});

test('the title starts with Error while a form has errors', () => {
  const language = ENGLISH;
  expect(documentTitle(language, 'Checkout', 'Sandlark', true)).toBe('Error: Checkout · Sandlark');
});
