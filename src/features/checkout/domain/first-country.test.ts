import { expect, test } from 'vitest';
import { firstCountry } from './first-country.ts';

const rules = {
  countries: ['AU', 'BE', 'GB', 'NL'],
  shippingCountries: ['NL', 'BE'],
  hasMerchandise: true,
  canPay: () => true,
};
const known = { saved: null, guessed: null, operator: 'NL' };

test('given goods, then the guess is used only if the shop ships there; otherwise the operator’s country is', () => {
  expect(firstCountry({ ...known, guessed: 'BE' }, rules)).toBe('BE');
  expect(firstCountry({ ...known, guessed: 'GB' }, rules)).toBe('NL');
  expect(firstCountry(known, rules)).toBe('NL');
});

test('given tickets alone, then the guess is also used only if the shop ships there', () => {
  const tickets = { ...rules, hasMerchandise: false };
  expect(firstCountry({ ...known, guessed: 'BE' }, tickets)).toBe('BE');
  expect(firstCountry({ ...known, guessed: 'GB' }, tickets)).toBe('NL');
  expect(firstCountry({ ...known, guessed: 'US' }, tickets)).toBe('NL');
});

test('given a shop that ships nothing, then any country that it sells to can be guessed', () => {
  const tickets = { ...rules, hasMerchandise: false, shippingCountries: [] };
  expect(firstCountry({ ...known, guessed: 'GB' }, tickets)).toBe('GB');
});

test('given an answer of an earlier version, without shipping countries, then goods start without a country', () => {
  const earlier = { ...rules, shippingCountries: undefined };
  expect(firstCountry({ ...known, guessed: 'GB' }, { ...earlier, hasMerchandise: false })).toBe('GB');
  expect(firstCountry({ ...known, guessed: 'GB' }, earlier)).toBe('');
});

test('the country in the account is kept, even if the shop does not ship there', () => {
  expect(firstCountry({ saved: 'AU', guessed: 'BE', operator: 'NL' }, rules)).toBe('AU');
});

test('given an account in a country that the shop no longer sells to, then the country is guessed', () => {
  expect(firstCountry({ saved: 'US', guessed: 'BE', operator: 'NL' }, rules)).toBe('BE');
});

test('given a guess where no payment method is possible, then it is not used', () => {
  const onlyDutch = { ...rules, hasMerchandise: false, canPay: (country: string) => country === 'NL' };
  expect(firstCountry({ ...known, guessed: 'BE' }, onlyDutch)).toBe('NL');
});

test('given an operator that does not ship to its own country, then the first possible country is used', () => {
  expect(firstCountry({ ...known, operator: 'GB' }, rules)).toBe('BE');
});

test('given no possible country, then the customer chooses', () => {
  expect(firstCountry(known, { ...rules, canPay: () => false })).toBe('');
});
