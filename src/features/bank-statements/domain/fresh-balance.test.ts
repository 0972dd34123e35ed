import { expect, test } from 'vitest';
import { type ClosingBalance, freshBalance } from './fresh-balance.ts';

const IBAN = 'NL85LARK0123456789';
const end = (changes: Partial<ClosingBalance> = {}): ClosingBalance => ({
  ...{ account: IBAN, currency: 'EUR', closing: 60_000, lastDay: '2026-11-18' },
  ...changes,
});
const known = (...ends: ClosingBalance[]) =>
  freshBalance(ends, { iban: IBAN, currency: 'EUR', today: { year: 2026, month: 11, day: 20 } });

test('the balance of an account is that of its latest day, from the latest import', () => {
  const later = end({ closing: 50_000, lastDay: '2026-11-19' });
  expect(known(end({ closing: 1 }), later, end({ closing: 2, lastDay: '2026-11-19' }))).toEqual({
    amount: 50_000,
    day: '2026-11-19',
  });
});

test('a balance older than a week, of another account or in another currency is not known', () => {
  expect(known(end({ lastDay: '2026-11-13' }))).toEqual({ amount: 60_000, day: '2026-11-13' });
  expect(known(end({ lastDay: '2026-11-12' }))).toBeNull();
  expect(known(end({ account: 'NL91ABNA0417164300' }))).toBeNull();
  expect(known(end({ currency: 'USD' }))).toBeNull();
  expect(known()).toBeNull();
});
