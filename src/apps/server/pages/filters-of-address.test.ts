import { expect, test } from 'vitest';
import { filtersOfAddress } from './filters-of-address.ts';

const types = ['ticket', 'transport'];

test.each([
  ['', ''],
  ['?type=transport', '?type=transport'],
  ['?stock=in&type=ticket', '?type=ticket&stock=in'],
  ['?utm_source=mail&type=ticket&fbclid=1', '?type=ticket'],
  ['?type=unknown&stock=none', ''],
  ['?type=transport&type=ticket', '?type=transport'],
])('of the address %s, the page depends on %s', (search, filters) => {
  expect(filtersOfAddress(search, types)).toBe(filters);
});
