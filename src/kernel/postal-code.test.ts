import { expect, test } from 'vitest';
import { unusualPostalCode } from './postal-code.ts';

test.each([
  ['NL', '1012 AB'],
  ['NL', '1012ab'],
  ['NL', 'NL-1012 AB'],
  ['BE', 'B-1000'],
  ['DE', '10115'],
  ['DE', ' d 10115 '],
  ['PL', '00-001'],
  ['SE', 'SE-111 20'],
  ['CZ', '110 00'],
  ['HR', 'HR-10000'],
  // Codes of these countries have several formats, or not every address has one.
  ['GB', 'SW1A 1AA'],
  ['GB', 'BFPO 57'],
  ['US', '10001-1234'],
  ['IE', 'D02 X285'],
  ['HK', '-'],
  ['', '1012 AB'],
])('in %s, %s can be a postal code', (country, typed) => {
  expect(unusualPostalCode(typed, country)).toBeNull();
});

test.each([
  ['NL', '1012', '1012 AB'],
  ['NL', '10115', '1012 AB'],
  ['DE', '1012 AB', '10115'],
  ['DE', '1011', '10115'],
  ['AT', 'Wien', '1010'],
  ['US', 'Fifth Avenue 12, New York', null],
])('in %s, %s is unusual', (country, typed, example) => {
  expect(unusualPostalCode(typed, country)).toEqual({ example });
});

test('an empty postal code is not unusual, because an address line that is required says so itself', () => {
  expect(unusualPostalCode(' ', 'NL')).toBeNull();
});
