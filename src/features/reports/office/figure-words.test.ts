import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { KINDS_OF_MONEY } from '../domain/money-groups.ts';
import { figureCsv, whatInWords } from './figure-words.ts';

const row = (what: string, order: string | null = null) => ({
  key: '1',
  at: '2026-11-20T10:00:00Z',
  order,
  customer_name: 'Mila',
  what,
  tickets: 0,
  amount: 123_450,
});

test('every kind of booking that moves money has a name, never its code', () => {
  for (const kind of KINDS_OF_MONEY) expect(whatInWords(row(`${kind} bank`), ENGLISH)).not.toContain(kind);
});

test('a transfer that was undone is called undone', () => {
  expect(whatInWords(row('undone bank', 'SLK-AAAAAA'), ENGLISH)).toBe('Undone · Bank');
});

test('money booked apart is without an order only if it has none', () => {
  expect(whatInWords(row('suspense bank'), ENGLISH)).toBe('Money without an order · Bank');
  expect(whatInWords(row('suspense bank', 'SLK-AAAAAA'), ENGLISH)).toBe(
    'Received for an order but not counted towards it · Bank',
  );
});

test('a file has times that spreadsheets read, in the shop’s zone, and no names', () => {
  const settings = { timezone: 'Europe/Amsterdam', currencyDigits: 2 };
  expect(figureCsv([row('payment bank', 'SLK-AAAAAA')], ENGLISH, settings)).toEqual([
    ['Order', 'What', 'When', 'Amount'],
    ['SLK-AAAAAA', 'Payment · Bank', '2026-11-20 11:00', '1234.50'],
  ]);
});
