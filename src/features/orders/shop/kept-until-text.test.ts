import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { keptUntilText } from './kept-until-text.ts';

const settings = { locale: 'en', timezone: 'Europe/Amsterdam' };
const created_at = '2027-07-01T10:00:00Z';
const textAt = (kept_until: string | null) => {
  const language = ENGLISH;
  return keptUntilText(language, { kept_until, created_at }, settings);
};

test('given a deadline soon after the order, then the text has only the time', () => {
  expect(textAt('2027-07-01T10:30:00Z')).toBe('We are holding your items until 12:30.');
});

test('given a deadline on another day, then the text also has the day', () => {
  expect(textAt('2027-07-10T10:00:00Z')).toBe('We are holding your items until 10 July 2027, 12:00.');
});

test('given no deadline, then there is no text', () => {
  expect(textAt(null)).toBeNull();
});
