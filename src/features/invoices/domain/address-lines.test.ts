import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const street = { token: 'address-line1', text: 'Zandpad 12' };
const code = { token: 'postal-code', text: '4325 AB' };
const city = { token: 'address-level2', text: 'Noorderzand' };

test('a postal code and the city that follows it share a line', () => {
  expect(addressLines([street, code, city])).toEqual(['Zandpad 12', '4325 AB Noorderzand']);
});

test('if the city comes first, or only one of the two is given, each has its own line', () => {
  expect(addressLines([street, city, code])).toEqual(['Zandpad 12', 'Noorderzand', '4325 AB']);
  expect(addressLines([code, street, city])).toEqual(['4325 AB', 'Zandpad 12', 'Noorderzand']);
  expect(addressLines([code])).toEqual(['4325 AB']);
});

test('an empty line between the two is left out', () => {
  expect(addressLines([code, { token: null, text: '' }, city])).toEqual(['4325 AB Noorderzand']);
});
