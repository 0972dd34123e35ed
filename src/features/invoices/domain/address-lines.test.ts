import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const street = { token: 'address-line1', text: 'Zandpad 12' };
const code = { token: 'postal-code', text: '4325 AB' };
const city = { token: 'address-level2', text: 'Noorderzand' };

test('given a postal code before its city, then they share a line', () => {
  expect(addressLines([street, code, city])).toEqual(['Zandpad 12', '4325 AB Noorderzand']);
});

test('given the city first, or only one of the two, then each has its own line', () => {
  expect(addressLines([street, city, code])).toEqual(['Zandpad 12', 'Noorderzand', '4325 AB']);
  expect(addressLines([code, street, city])).toEqual(['4325 AB', 'Zandpad 12', 'Noorderzand']);
  expect(addressLines([code])).toEqual(['4325 AB']);
});

test('given an empty line between the two, then it is left out', () => {
  expect(addressLines([code, { token: null, text: '' }, city])).toEqual(['4325 AB Noorderzand']);
});
