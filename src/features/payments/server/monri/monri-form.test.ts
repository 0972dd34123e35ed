import { describe, expect, test } from 'vitest';
import { minor } from '#kernel/money.ts';
import type { PaymentToStart } from '../gateway.ts';
import { fitText, monriLanguage, whyNotPayableAtMonri } from './monri-form.ts';

const payment: PaymentToStart = {
  amount: minor(2575),
  currency: 'EUR',
  currencyDigits: 2,
  customer: { id: '7', fullName: 'Ana Horvat', email: 'ana@example.org' },
  billing: { address: 'Obala 12', city: 'Split', postalCode: '21000', country: 'HR' },
};

describe('a payment is refused before the buyer is sent to Monri', () => {
  const whyNot = (changes: Partial<PaymentToStart>) => whyNotPayableAtMonri({ ...payment, ...changes });

  test('if it is below 1.00 or above 999,999,999.99', () => {
    expect(whyNot({})).toBeNull();
    expect(whyNot({ amount: minor(99) })).toEqual({ kind: 'too_small', minimum: 100 });
    expect(whyNot({ amount: minor(100) })).toBeNull();
    expect(whyNot({ amount: minor(99_999_999_999) })).toBeNull();
    expect(whyNot({ amount: minor(100_000_000_000) })).toEqual({ kind: 'too_large', maximum: 99_999_999_999 });
  });

  test('in a currency that Monri does not take, or that the shop does not count in hundredths', () => {
    expect(whyNot({ currency: 'BAM' })).toBeNull();
    expect(whyNot({ currency: 'CHF' })).toEqual({ kind: 'currency_not_taken' });
    expect(whyNot({ currencyDigits: 0 })).toEqual({ kind: 'currency_not_taken' });
  });

  test('with an email address longer than Monri takes, because shortening would make it another one', () => {
    const email = `${'a'.repeat(88)}@example.org`;
    expect(whyNot({ customer: { ...payment.customer, email } })).toBeNull();
    expect(whyNot({ customer: { ...payment.customer, email: `b${email}` } })).toEqual({
      kind: 'email_too_long',
      maximum: 100,
    });
  });

  test('without a field that Monri’s form requires', () => {
    const billing = payment.billing;
    expect(whyNot({ customer: { ...payment.customer, fullName: ' ' } })).toEqual({
      kind: 'details_missing',
      field: 'full_name',
    });
    expect(whyNot({ billing: { ...billing, address: '' } })).toEqual({ kind: 'details_missing', field: 'address' });
    expect(whyNot({ billing: { ...billing, city: '\t' } })).toEqual({ kind: 'details_missing', field: 'city' });
    expect(whyNot({ billing: { ...billing, postalCode: '' } })).toEqual({
      kind: 'details_missing',
      field: 'postal_code',
    });
  });
});

test('texts are cut between letters, and short ones are padded', () => {
  expect(fitText('Maximiliane-Charlotte von Hohenzollern-Sigmaringen', 3, 30)).toBe('Maximiliane-Charlotte von Hohe');
  expect(fitText('👩‍👩‍👧 Ana', 3, 8)).toBe('👩‍👩‍👧');
  expect(fitText('👩‍👩‍👧 Ana', 3, 7)).toBe('...');
  expect(fitText('Y', 3, 30)).toBe('Y..');
  expect(fitText('  Ana \n Horvat ', 3, 30)).toBe('Ana Horvat');
  expect(fitText('Anic\u0301', 3, 4)).toBe('Anić');
});

test.each([
  ['hr', 'hr'],
  ['hr-HR', 'hr'],
  ['bs', 'ba'],
  ['sr-Latn', 'ba'],
  ['cnr', 'ba'],
  ['es', 'es'],
  ['de', 'en'],
  ['sl', 'en'],
])('the page of a shop in %s is in %s', (tag, language) => {
  expect(monriLanguage(tag)).toBe(language);
});
