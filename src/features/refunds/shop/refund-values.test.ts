import { expect, test } from 'vitest';
import { errorAt } from '#browser/form-errors.ts';
import { aConfig } from '#features/orders/testing.ts';
import { ENGLISH } from '#kernel/language.ts';
import { type BankValues, bankProblems, splitByWay } from './refund-values.ts';

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
  way: 'bank',
  numbers_are_right: false,
};
const problems = (changes: Partial<BankValues>, ways = { toCard: 0, byBank: 100 }) => {
  const language = ENGLISH;
  return bankProblems(language, { ...right, ...changes } as BankValues, aConfig(), ways);
};

test('one sentence lists missing details, and each field shows its own text', () => {
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

test('the field of a single missing detail also shows its own text', () => {
  const language = ENGLISH;
  const found = problems({ bank_iban: '' });
  expect(found[0]!.message).toBe('Please fill out the following fields: IBAN.');
  expect(errorAt(language, 'bank_iban', found)).toBe('Please fill out this field.');
});

test('a number that looks wrong is an error at its field until the customer confirms the numbers', () => {
  const wrong = { bank_iban: 'NL92 ABNA 0417 1643 00', bank_bic: 'ABN' };
  expect(problems(wrong).map(({ field }) => field)).toEqual(['bank_iban', 'bank_bic', 'numbers_are_right']);
  expect(problems(wrong)[0]!.message).toMatch(/^This IBAN does not look right/);
  expect(problems({ ...wrong, numbers_are_right: true })).toEqual([]);
  expect(problems({})).toEqual([]);
});

test('a number that looks wrong and a missing detail are both errors', () => {
  const found = problems({ bank_iban: 'NL92 ABNA 0417 1643 00', bank_name: '' });
  expect(found.map(({ field }) => field)).toEqual(['bank_name', 'bank_iban', 'numbers_are_right']);
});

test('money that the card cannot take goes by bank, or all of it if the customer chooses that', () => {
  expect(splitByWay({ way: 'card' }, 9_600, 5_000)).toEqual({ toCard: 5_000, byBank: 4_600 });
  expect(splitByWay({ way: 'card' }, 9_600, 20_000)).toEqual({ toCard: 9_600, byBank: 0 });
  expect(splitByWay({ way: 'bank' }, 9_600, 20_000)).toEqual({ toCard: 0, byBank: 9_600 });
});

test('no bank details are missing if the refund goes entirely to the card', () => {
  const empty = { bank_iban: '', bank_bic: '', bank_name: '' };
  expect(problems(empty, { toCard: 100, byBank: 0 })).toEqual([]);
  expect(problems(empty, { toCard: 60, byBank: 40 })).not.toEqual([]);
});
