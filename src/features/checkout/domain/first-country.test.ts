import { expect, test } from 'vitest';
import { firstCountry } from './first-country.ts';

const rules = {
  countries: ['AU', 'BE', 'GB', 'NL'],
  shippingCountries: ['NL', 'BE'],
  hasMerchandise: true,
  canPay: () => true,
};
const known = { saved: null, guessed: null, operator: 'NL' };

test('for goods, the guess is only used if the shop ships there; otherwise the operator’s country is', () => {
  expect(firstCountry({ ...known, guessed: 'BE' }, rules)).toBe('BE');
  expect(firstCountry({ ...known, guessed: 'GB' }, rules)).toBe('NL');
  expect(firstCountry(known, rules)).toBe('NL');
});

test('even for tickets alone, the guess is only used if the shop ships there', () => {
  const tickets = { ...rules, hasMerchandise: false };
  expect(firstCountry({ ...known, guessed: 'BE' }, tickets)).toBe('BE');
  expect(firstCountry({ ...known, guessed: 'GB' }, tickets)).toBe('NL');
  expect(firstCountry({ ...known, guessed: 'US' }, tickets)).toBe('NL');
});

test('any country that the shop sells to can be guessed if it ships nothing', () => {
  const tickets = { ...rules, hasMerchandise: false, shippingCountries: [] };
  expect(firstCountry({ ...known, guessed: 'GB' }, tickets)).toBe('GB');
});

test('a checkout with goods starts without a country if the server sends no shipping countries', () => {
  const earlier = { ...rules, shippingCountries: undefined };
  expect(firstCountry({ ...known, guessed: 'GB' }, { ...earlier, hasMerchandise: false })).toBe('GB');
  expect(firstCountry({ ...known, guessed: 'GB' }, earlier)).toBe('');
});

test('the country in the account is kept, even if the shop does not ship there', () => {
  expect(firstCountry({ saved: 'AU', guessed: 'BE', operator: 'NL' }, rules)).toBe('AU');
});

test('the country is guessed if the shop no longer sells to the account’s', () => {
  expect(firstCountry({ saved: 'US', guessed: 'BE', operator: 'NL' }, rules)).toBe('BE');
});

test('a guess where no payment method is possible is not used', () => {
  const onlyDutch = { ...rules, hasMerchandise: false, canPay: (country: string) => country === 'NL' };
  expect(firstCountry({ ...known, guessed: 'BE' }, onlyDutch)).toBe('NL');
});

test('the first possible country is used if the operator does not ship to its own', () => {
  expect(firstCountry({ ...known, operator: 'GB' }, rules)).toBe('BE');
});

test('the customer chooses if no country is possible', () => {
  expect(firstCountry(known, { ...rules, canPay: () => false })).toBe('');
});
