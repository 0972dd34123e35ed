import { expect, test } from 'vitest';
import { type AccountForm, checkedFieldsOf, firstDraft, warningsAbout } from './account-draft.ts';

const form: AccountForm = {
  ...{ code: 'SLK-2H9C4T-R1', order: 'SLK-2H9C4T', amount: 4_800, full_name: 'Ada Lovelace', country: 'NL' },
  address: { street: 'Zandpad 12' },
  countries: [
    { code: 'NL', name: 'Netherlands' },
    { code: 'US', name: 'United States' },
  ],
  iban_countries: ['NL'],
  address_lines: [{ key: 'street', text: 'Street', required: true }],
};
const typed = { ...firstDraft(form), iban: 'NL91 ABNA 0417 1643 00', bic: 'ABNANL2A', bankName: 'Duinbank' };

test('the form starts with the buyer’s name and country, because the account is usually theirs', () => {
  expect(firstDraft(form)).toMatchObject({ ownerFullName: 'Ada Lovelace', country: 'NL', iban: '' });
  expect(firstDraft({ ...form, country: 'HR' }).country).toBe('');
});

test('an account is complete with the details that the customer would have to enter', () => {
  expect(checkedFieldsOf(typed, form)).toMatchObject({ bank_iban: 'NL91 ABNA 0417 1643 00', bank_account: '' });
  expect(checkedFieldsOf({ ...typed, bankName: ' ' }, form)).toBeNull();
  expect(checkedFieldsOf({ ...typed, ownerAddress: {} }, form)).toBeNull();
});

test('a number that looks wrong has to be confirmed', () => {
  const wrong = { ...typed, iban: 'NL91 ABNA 0417 1643 01' };
  expect(warningsAbout(wrong, form)).toEqual([{ field: 'bank_iban', kind: 'iban_wrong' }]);
  expect(checkedFieldsOf(wrong, form)).toBeNull();
  expect(checkedFieldsOf({ ...wrong, areNumbersRight: true }, form)).not.toBeNull();
});

test('an account in a country without IBANs is sent as an account number', () => {
  const american = { ...typed, country: 'US', account: '12345678' };
  expect(checkedFieldsOf(american, form)).toMatchObject({ bank_iban: '', bank_account: '12345678' });
});
