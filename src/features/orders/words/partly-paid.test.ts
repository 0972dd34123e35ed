import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { partlyPaid } from './partly-paid.ts';

const settings = { currency: 'EUR', currencyDigits: 2, locale: 'en-GB' };

test('a payment that is paid in part names what was paid and what is outstanding', () => {
  const sentence = partlyPaid({ amount: 4_800, paid: 2_000 }, settings)!;
  expect(ENGLISH.translate(sentence)).toBe('€20.00 of €48.00 paid, €28.00 outstanding');
});

test('a payment that is unpaid or paid in full needs no such sentence', () => {
  expect(partlyPaid({ amount: 4_800, paid: 0 }, settings)).toBeNull();
  expect(partlyPaid({ amount: 4_800, paid: 4_800 }, settings)).toBeNull();
});
