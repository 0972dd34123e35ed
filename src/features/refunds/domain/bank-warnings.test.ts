import { describe, expect, test } from 'vitest';
import { numberChecks } from '../number-checks.ts';
import { aBankDetails } from '../testing.ts';
import { bankWarnings } from './bank-warnings.ts';

const facts = { addressLines: [], ibanCountries: ['NL', 'BE'] };

describe('a number that looks wrong', () => {
  const warnings = (over: Parameters<typeof aBankDetails>[0]) =>
    bankWarnings(aBankDetails(over), facts, numberChecks).map(({ kind }) => kind);

  test('is warned about, whatever is wrong with it', () => {
    expect(warnings({})).toEqual([]);
    expect(warnings({ iban: 'nl91 abna 0417 1643 00' })).toEqual([]);
    expect(warnings({ iban: 'NL92ABNA0417164300' })).toEqual(['iban_wrong']);
    expect(warnings({ iban: 'NL91ABNA041716430' })).toEqual(['iban_wrong']);
    expect(warnings({ iban: 'BE68539007547034' })).toEqual(['iban_of_other_country']);
    expect(warnings({ country: 'BE', iban: 'BE68539007547034' })).toEqual([]);
    expect(warnings({ bic: 'ABNA' })).toEqual(['bic_wrong']);
    expect(warnings({ bic: 'ABNANL2AXXX' })).toEqual([]);
  });

  test('is not checked where no IBAN is required', () => {
    expect(warnings({ country: 'US', iban: 'nonsense', account: '1' })).toEqual([]);
  });
});
