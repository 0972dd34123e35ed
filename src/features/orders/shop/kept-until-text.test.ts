import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { keptUntilText } from './kept-until-text.ts';

const settings = { locale: 'en', timezone: 'Europe/Amsterdam' };
const created_at = '2027-07-01T10:00:00Z';
const textAt = (kept_until: string | null) => {
  const language = ENGLISH;
  return keptUntilText(language, { kept_until, created_at }, settings);
};

test('a deadline soon after the order is shown as a time', () => {
  expect(textAt('2027-07-01T10:30:00Z')).toBe('We are holding your items until 12:30.');
});

test('a deadline on another day is shown with the day', () => {
  expect(textAt('2027-07-10T10:00:00Z')).toBe('We are holding your items until 10 July 2027, 12:00.');
});

test('without a deadline there is no text', () => {
  expect(textAt(null)).toBeNull();
});
