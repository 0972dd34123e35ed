import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { matterSum, openSum } from './matter-sum.ts';

const settings = { locale: 'en-GB', currency: 'EUR', currencyDigits: 2 };

test('a sum in the shop’s currency has its digits and symbol', () => {
  expect(matterSum(ENGLISH, { amount: 1_250, currency: null }, settings)).toBe('€12.50');
  expect(matterSum(ENGLISH, { amount: 1_250, currency: 'EUR' }, settings)).toBe('€12.50');
});

test('a sum in another currency says that it is in minor units', () => {
  expect(matterSum(ENGLISH, { amount: 1_250, currency: 'USD' }, settings)).toBe('1250 USD (minor units)');
});

test.each([
  ['money_short', '€12.50 missing'],
  ['money_over', '€12.50 too much'],
  ['money_unmatched', '€12.50'],
])('the sum of a matter in the group %s is shown as %s', (group, words) => {
  expect(openSum(ENGLISH, { amount: 1_250, currency: 'EUR', group }, settings)).toBe(words);
});
