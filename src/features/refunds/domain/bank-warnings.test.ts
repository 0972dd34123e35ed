import { describe, expect, test } from 'vitest';
import { numberChecks } from '../number-checks.ts';
import { makeBankDetails } from '../testing.ts';
import { bankWarnings } from './bank-warnings.ts';

const facts = { addressLines: [], ibanCountries: ['NL', 'BE'] };

describe('bank details', () => {
  const warnings = (over: Parameters<typeof makeBankDetails>[0]) =>
    bankWarnings(makeBankDetails(over), facts, numberChecks).map(({ kind }) => kind);

  test('cause a warning for a wrong IBAN or BIC, and none for a correct one in any spelling', () => {
    expect(warnings({})).toEqual([]);
    expect(warnings({ iban: 'nl91 abna 0417 1643 00' })).toEqual([]);
    expect(warnings({ iban: 'NL92ABNA0417164300' })).toEqual(['iban_wrong']);
    expect(warnings({ iban: 'NL91ABNA041716430' })).toEqual(['iban_wrong']);
    expect(warnings({ iban: 'BE68539007547034' })).toEqual(['iban_of_other_country']);
    expect(warnings({ country: 'BE', iban: 'BE68539007547034' })).toEqual([]);
    expect(warnings({ bic: 'ABNA' })).toEqual(['bic_wrong']);
    expect(warnings({ bic: 'ABNANL2AXXX' })).toEqual([]);
  });

  test('cause no warning about the IBAN in a country without IBANs', () => {
    expect(warnings({ country: 'US', iban: 'nonsense', account: '1' })).toEqual([]);
  });
});
