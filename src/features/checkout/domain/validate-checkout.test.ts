import { describe, expect, test } from 'vitest';
import {
  type CheckoutFacts,
  type CheckoutForm,
  checkoutProblems,
  inOneSentence,
  whyCheckoutIsDisabled,
} from './validate-checkout.ts';

const lines = [
  { key: 'street', text: 'Street and number', required: true },
  { key: 'apartment', text: 'Apartment or floor', required: false },
  { key: 'city', text: 'City', required: true },
];

const filled: CheckoutForm = {
  country: 'NL',
  address: { street: 'Zandpad 12', city: 'Noorderzand' },
  shippingName: 'Mila Okonkwo',
  shippingCountry: 'NL',
  shippingAddress: { street: 'Zandpad 12', city: 'Noorderzand' },
  acceptedTerms: true,
  paymentMethod: 'credit_card',
};

const facts: CheckoutFacts = {
  addressLines: lines,
  countries: ['NL', 'US'],
  hasMerchandise: true,
  canShip: true,
  paymentMethods: ['credit_card', 'bank_transfer'],
};

const problemsOf = (
  form: Partial<CheckoutForm>,
  change: Partial<CheckoutFacts> = {},
  ask: { terms: boolean; eachLine?: boolean } = { terms: true },
) => checkoutProblems({ ...filled, ...form }, { ...facts, ...change }, ask);

test('a filled-in checkout has no problems', () => expect(problemsOf({})).toEqual([]));

test.each<[string, Partial<CheckoutForm>, Partial<CheckoutFacts>, string, string]>([
  ['no country', { country: '' }, {}, 'country', 'Please choose your country.'],
  ['a country that is not sold to', { country: 'XX' }, {}, 'country', 'Please choose your country.'],
  ['no shipping country', { shippingCountry: '' }, {}, 'shipping_country', 'Please choose the shipping country.'],
  ['no way to ship', {}, { canShip: false }, 'shipping_country', 'We are currently unable to ship to your country.'],
  ['no method', {}, { paymentMethods: [] }, 'payment_method', 'No valid payment methods found.'],
  ['open terms', { acceptedTerms: false }, {}, 'accepted_ts_and_cs', 'Please accept the Terms and Conditions.'],
])('%s is one problem at its field', (_, form, change, field, message) => {
  expect(problemsOf(form, change)).toEqual([{ field, message }]);
});

test('empty required lines are one problem that names them all, at the first of them', () => {
  expect(problemsOf({ address: { street: ' ', apartment: '', city: '' } })).toEqual([
    { field: 'address.street', message: 'Please fill out the following fields: Street and number, City.' },
  ]);
  expect(problemsOf({ shippingAddress: { street: 'Zandpad 12' } })).toEqual([
    { field: 'shipping_address.city', message: 'Please fill out the following fields: City.' },
  ]);
});

test('a form can have them one by one, and a summary says them in one sentence again', () => {
  const problems = problemsOf(
    { country: '', address: {}, shippingAddress: {}, acceptedTerms: false },
    {},
    { terms: true, eachLine: true },
  );
  expect(problems.map(({ field }) => field)).toEqual([
    'country',
    'address.street',
    'address.city',
    'shipping_address.street',
    'shipping_address.city',
    'accepted_ts_and_cs',
  ]);
  expect(problems[1]).toEqual({
    field: 'address.street',
    message: 'Please fill out the following fields: Street and number.',
  });
  expect(inOneSentence(problems, lines)).toEqual([
    { field: 'country', message: 'Please choose your country.' },
    { field: 'address.street', message: 'Please fill out the following fields: Street and number, City.' },
    { field: 'shipping_address.street', message: 'Please fill out the following fields: Street and number, City.' },
    { field: 'accepted_ts_and_cs', message: 'Please accept the Terms and Conditions.' },
  ]);
});

test('a problem of no field, and a single line in the words of the server, stay as they are', () => {
  const said = [
    { field: undefined, message: 'Your cart is empty.' },
    { field: 'address.city', message: 'This city is unknown.' },
  ];
  expect(inOneSentence(said, lines)).toEqual(said);
});

test('without merchandise nothing is asked about shipping', () => {
  const change = { hasMerchandise: false, canShip: false };
  expect(problemsOf({ shippingCountry: '', shippingAddress: {} }, change)).toEqual([]);
});

test('another client may leave the terms open', () => {
  expect(problemsOf({ acceptedTerms: false }, {}, { terms: false })).toEqual([]);
});

test('without a country there is no error about payment methods, which depend on it', () => {
  expect(problemsOf({ country: '' }, { paymentMethods: [] })).toEqual([
    { field: 'country', message: 'Please choose your country.' },
  ]);
});

describe('why the Checkout button is disabled', () => {
  const ready = { loading: false, failed: false, country: 'NL' };
  const able = { hasMerchandise: true, canShip: true, paymentMethods: ['credit_card' as const], shippingCountry: 'NL' };
  test.each([
    ['nothing is in the way', {}, {}, null],
    ['the figures are on their way', { loading: true }, {}, 'One moment, we are calculating your total.'],
    ['the figures did not come', { failed: true }, {}, 'Taxes and shipping could not be calculated.'],
    ['there is no country', { country: '' }, {}, 'Please choose your country.'],
    ['nothing goes there', {}, { canShip: false }, 'We are currently unable to ship to your country.'],
    ['there is no way to pay', {}, { paymentMethods: [] }, 'No valid payment methods found.'],
    ['no shipping country is chosen, which its own field reports', {}, { shippingCountry: '', canShip: false }, null],
    [
      'nothing is shipped, so its country does not matter',
      {},
      { hasMerchandise: false, shippingCountry: '', canShip: false },
      null,
    ],
  ])('%s', (_, state, change, reason) => {
    expect(whyCheckoutIsDisabled({ ...ready, ...state }, { ...able, ...change })).toBe(reason);
  });
});
