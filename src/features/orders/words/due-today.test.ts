import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { minor } from '#kernel/money.ts';
import { thenLater } from './due-today.ts';

const now = new Date('2026-11-22T12:00:00Z');
const settings = { locale: 'en', timezone: 'Europe/Amsterdam', currency: 'EUR', currencyDigits: 2 };
const words = (facts: { count: number; each: number | null; total: number; lastDueAt?: Date }) => {
  const each = facts.each === null ? null : minor(facts.each);
  const lastDueAt = facts.lastDueAt ?? new Date('2027-02-21T23:00:00Z');
  return ENGLISH.translate(
    thenLater({ count: facts.count, each, total: minor(facts.total), lastDueAt }, now, settings),
  );
};

test('equal instalments are shown with their number, their amount and the day of the last one', () => {
  expect(words({ count: 3, each: 4_800, total: 14_400 })).toBe('then 3 × €48.00, last on 22 February');
});

test('a single later payment is shown with its amount and day', () => {
  expect(words({ count: 1, each: 14_400, total: 14_400 })).toBe('then €144.00 on 22 February');
});

test('instalments with different amounts are shown with their sum', () => {
  expect(words({ count: 2, each: null, total: 10_000 })).toBe(
    'then 2 instalments, €100.00 in total, last on 22 February',
  );
});

test('a day that is a year away or more is shown with its year', () => {
  const lastDueAt = new Date('2027-11-21T23:00:00Z');
  expect(words({ count: 12, each: 1_000, total: 12_000, lastDueAt })).toBe(
    'then 12 × €10.00, last on 22 November 2027',
  );
});
