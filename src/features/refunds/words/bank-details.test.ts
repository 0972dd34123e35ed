import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { bankFieldName, missingDetailsSentence, warningSentence } from './bank-details.ts';

const facts = { addressLines: [{ key: 'street', text: 'Street and number', required: true }] };
const { translate } = ENGLISH;

test('one sentence lists the missing details, with the operator’s labels for address lines', () => {
  const fields = ['bank_country', 'bank_bic', 'bank_owner_address.street'] as const;
  expect(translate(missingDetailsSentence(fields, facts))).toBe(
    'Please fill out the following fields: Bank country, BIC/SWIFT, Street and number.',
  );
});

test('a field that this shop does not have has no label', () => {
  expect(bankFieldName('bank_owner_address.floor', facts)).toBeUndefined();
  expect(bankFieldName('constructor', facts)).toBeUndefined();
});

test.each([
  [
    { field: 'bank_iban', kind: 'iban_wrong' },
    'This IBAN does not look right. Please check it for missing or mistyped characters.',
  ],
  [{ field: 'bank_iban', kind: 'iban_of_other_country' }, 'This IBAN belongs to a different country from the bank.'],
  [
    { field: 'bank_bic', kind: 'bic_wrong' },
    'This BIC does not look right. A BIC has 8 or 11 characters, for example ABNANL2A.',
  ],
] as const)('the warning %j is the sentence: %s', (warning, sentence) => {
  expect(translate(warningSentence(warning))).toBe(sentence);
});
