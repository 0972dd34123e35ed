import { describe, expect, test } from 'vitest';
import { makeBankDetails } from '../testing.ts';
import { maskedNumber, missingDetails, tidyDetails } from './bank-details.ts';

const facts = {
  addressLines: [
    { key: 'street', text: 'Street and number', required: true },
    { key: 'apartment', text: 'Apartment or floor', required: false },
    { key: 'city', text: 'City', required: true },
  ],
  ibanCountries: ['NL', 'BE'],
};
const nothing = makeBankDetails({
  country: '',
  ownerFullName: ' ',
  ownerAddress: {},
  bankName: '',
  bankCity: '',
  bic: '',
  iban: '',
});

describe('a missing detail', () => {
  test('is listed in the order of the form; the city of the bank and optional lines are not required', () => {
    expect(missingDetails(nothing, facts)).toEqual([
      'bank_country',
      'bank_bic',
      'bank_name',
      'bank_owner_full_name',
      'bank_owner_address.street',
      'bank_owner_address.city',
    ]);
    expect(missingDetails(makeBankDetails({ bankCity: '' }), facts)).toEqual([]);
  });

  test('is the IBAN in a country that has them, and an account number in any other', () => {
    const missing = (country: string, over = {}) =>
      missingDetails(makeBankDetails({ country, iban: '', ...over }), facts);
    expect(missing('NL')).toEqual(['bank_iban']);
    expect(missing('NL', { account: '123' })).toEqual(['bank_iban']);
    expect(missing('US')).toEqual(['bank_account']);
    expect(missing('US', { account: '123' })).toEqual([]);
    expect(missing('US', { iban: 'NL91ABNA0417164300' })).toEqual(['bank_account']);
  });
});

test('numbers are stored without spaces, and only the one that the country uses', () => {
  const typed = makeBankDetails({ iban: ' nl91 abna-0417 1643 00', bic: 'abna nl 2a', account: '99' });
  expect(tidyDetails({ ...typed, ownerAddress: { ...typed.ownerAddress, evil: 'x' } }, facts)).toMatchObject({
    iban: 'NL91ABNA0417164300',
    bic: 'ABNANL2A',
    account: '',
    ownerAddress: { street: 'Zandpad 12', city: 'Noorderzand' },
  });
  expect(tidyDetails({ ...typed, country: 'US', account: ' 12-34 ' }, facts)).toMatchObject({
    iban: '',
    account: '12-34',
  });
});

test('an account is shown by the end of its number, and a short number not at all', () => {
  expect(maskedNumber({ iban: 'NL91ABNA0417164300', account: '' })).toBe('•••• 4300');
  expect(maskedNumber({ iban: '', account: '123456' })).toBe('•••• 3456');
  expect(maskedNumber({ iban: '', account: '1234' })).toBe('••••');
});
