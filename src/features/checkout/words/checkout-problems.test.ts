import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { CheckoutProblem } from '../domain/validate-checkout.ts';
import { checkoutSentence, inOneSentence } from './checkout-problems.ts';

const lines = [
  { key: 'street', text: 'Street and number', required: true },
  { key: 'city', text: 'City', required: true },
];
const missing = (field: string, line: string): CheckoutProblem => ({ field, kind: 'lines_missing', lines: [line] });
const inEnglish = (problem: CheckoutProblem) => ({
  field: problem.field,
  message: ENGLISH.translate(checkoutSentence(problem)),
});

test.each<[CheckoutProblem, string]>([
  [{ field: 'country', kind: 'country_missing' }, 'Please choose your country.'],
  [{ field: 'shipping_country', kind: 'shipping_country_missing' }, 'Please choose the shipping country.'],
  [{ field: 'shipping_country', kind: 'cannot_ship' }, 'We are currently unable to ship to your country.'],
  [{ field: 'payment_method', kind: 'no_payment_method' }, 'No valid payment methods found.'],
  [{ field: 'accepted_ts_and_cs', kind: 'terms_not_accepted' }, 'Please accept the Terms and Conditions.'],
  [
    { field: 'address.street', kind: 'lines_missing', lines: ['Street and number', 'City'] },
    'Please fill out the following fields: Street and number, City.',
  ],
])('the sentence for %j is %j', (problem, sentence) => {
  expect(ENGLISH.translate(checkoutSentence(problem))).toBe(sentence);
});

test('empty lines that a form shows separately are one sentence in its summary', () => {
  const problems: CheckoutProblem[] = [
    { field: 'country', kind: 'country_missing' },
    missing('address.street', 'Street and number'),
    missing('address.city', 'City'),
    missing('shipping_address.street', 'Street and number'),
    missing('shipping_address.city', 'City'),
  ];
  expect(inOneSentence(problems.map(inEnglish), lines, ENGLISH)).toEqual([
    { field: 'country', message: 'Please choose your country.' },
    { field: 'address.street', message: 'Please fill out the following fields: Street and number, City.' },
    { field: 'shipping_address.street', message: 'Please fill out the following fields: Street and number, City.' },
  ]);
});

test('a problem without a field, and the only problem of an address, stay as they are', () => {
  const sentence = [
    { field: undefined, message: 'Your cart is empty.' },
    { field: 'address.city', message: 'This city is unknown.' },
  ];
  expect(inOneSentence(sentence, lines, ENGLISH)).toEqual(sentence);
});
