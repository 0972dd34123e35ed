import { expect, test } from 'vitest';
import { addressInOneLine } from './one-line-address.ts';

const config = {
  countries: [{ code: 'NL', name: 'Netherlands' }],
  addressLines: [
    { key: 'street', text: 'Street', required: true, autocomplete: null },
    { key: 'apartment', text: 'Apartment', required: false, autocomplete: null },
    { key: 'city', text: 'City', required: true, autocomplete: null },
  ],
};
const saved = {
  country: 'NL',
  'address.street': 'Zandpad 12',
  'address.apartment': ' ',
  'address.city': 'Noorderzand',
};

test('a complete address is one line, without its empty parts', () => {
  expect(addressInOneLine(saved, config)).toBe('Zandpad 12, Noorderzand, Netherlands');
});

test('an address without its country or a required line cannot be shown in one line', () => {
  expect(addressInOneLine({ ...saved, country: '' }, config)).toBeNull();
  expect(addressInOneLine({ ...saved, country: 'US' }, config)).toBeNull();
  expect(addressInOneLine({ ...saved, 'address.city': ' ' }, config)).toBeNull();
});
