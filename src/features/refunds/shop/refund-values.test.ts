import { expect, test } from 'vitest';
import { errorAt } from '#browser/form-errors.ts';
import { aConfig } from '#features/orders/testing.ts';
import { ENGLISH } from '#kernel/language.ts';
import { type BankValues, bankProblems } from './refund-values.ts';

const right: BankValues = {
  bank_country: 'NL',
  bank_iban: 'NL91 ABNA 0417 1643 00',
  bank_account: '',
  bank_bic: 'ABNANL2A',
  bank_name: 'ABN AMRO',
  bank_city: '',
  bank_owner_full_name: 'Mila Okonkwo',
  'bank_owner_address.street': 'Zandpad 12',
  note: '',
  numbers_are_right: false,
};
const problems = (changes: Partial<BankValues>) => {
  const language = ENGLISH;
  return bankProblems(language, { ...right, ...changes } as BankValues, aConfig());
};

test('given missing details, then one sentence lists them and each field shows its own text', () => {
  const language = ENGLISH;
  const found = problems({ bank_iban: '', bank_name: ' ', 'bank_owner_address.street': '' });
  const sentence = 'Please fill out the following fields: IBAN, Bank name, Street and number.';
  expect(found.map(({ field, message }) => [field, message])).toEqual([
    ['bank_iban', sentence],
    ['bank_name', sentence],
    ['bank_owner_address.street', sentence],
  ]);
  for (const { field } of found) expect(errorAt(language, field!, found)).toBe('Please fill out this field.');
});

test('given one missing detail, then its field also shows its own text', () => {
  const language = ENGLISH;
  const found = problems({ bank_iban: '' });
  expect(found[0]!.message).toBe('Please fill out the following fields: IBAN.');
  expect(errorAt(language, 'bank_iban', found)).toBe('Please fill out this field.');
});

test('given numbers that look wrong, then each is an error at its field, until the customer confirms them', () => {
  const wrong = { bank_iban: 'NL92 ABNA 0417 1643 00', bank_bic: 'ABN' };
  expect(problems(wrong).map(({ field }) => field)).toEqual(['bank_iban', 'bank_bic', 'numbers_are_right']);
  expect(problems(wrong)[0]!.message).toMatch(/^This IBAN does not look right/);
  expect(problems({ ...wrong, numbers_are_right: true })).toEqual([]);
  expect(problems({})).toEqual([]);
});
