import { expect, test } from 'vitest';
import { operatorCountry } from './operator-country.ts';

const countries = [
  { code: 'BE', name: 'Belgium' },
  { code: 'NL', name: 'Netherlands' },
];
const place = { countries, address: ['Zandpad 1', '4399 ZZ Noorderzand'], bankIban: null };

test('the operator’s country is read from a line of its address', () => {
  expect(operatorCountry({ ...place, address: [...place.address, 'Netherlands'], bankIban: 'BE68' })).toBe('NL');
  expect(operatorCountry({ ...place, address: [...place.address, ' nl '] })).toBe('NL');
});

test('without a country in the address, it is the bank account’s country', () => {
  expect(operatorCountry({ ...place, bankIban: 'BE68539007547034' })).toBe('BE');
});

test('without either, or if the shop does not sell to the country, it is null', () => {
  expect(operatorCountry(place)).toBeNull();
  expect(operatorCountry({ ...place, bankIban: 'GB29NWBK60161331926819' })).toBeNull();
});
