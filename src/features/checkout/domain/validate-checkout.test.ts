import { describe, expect, test } from 'vitest';
import { type CheckoutFacts, type CheckoutForm, checkoutProblems, whyCheckoutIsDisabled } from './validate-checkout.ts';

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
  options: { terms: boolean; eachLine?: boolean } = { terms: true },
) => checkoutProblems({ ...filled, ...form }, { ...facts, ...change }, options);

test('a filled-in checkout has no problems', () => expect(problemsOf({})).toEqual([]));

test.each<[string, Partial<CheckoutForm>, Partial<CheckoutFacts>, string, string]>([
  ['no country', { country: '' }, {}, 'country', 'country_missing'],
  ['a country that is not sold to', { country: 'XX' }, {}, 'country', 'country_missing'],
  ['no shipping country', { shippingCountry: '' }, {}, 'shipping_country', 'shipping_country_missing'],
  ['no way to ship', {}, { canShip: false }, 'shipping_country', 'cannot_ship'],
  ['no method', {}, { paymentMethods: [] }, 'payment_method', 'no_payment_method'],
  ['terms that are not accepted', { acceptedTerms: false }, {}, 'accepted_ts_and_cs', 'terms_not_accepted'],
])('%s is one problem at its field', (_, form, change, field, kind) => {
  expect(problemsOf(form, change)).toEqual([{ field, kind }]);
});

test('empty required lines are one problem that names them all, at the first of them', () => {
  expect(problemsOf({ address: { street: ' ', apartment: '', city: '' } })).toEqual([
    { field: 'address.street', kind: 'lines_missing', lines: ['Street and number', 'City'] },
  ]);
  expect(problemsOf({ shippingAddress: { street: 'Zandpad 12' } })).toEqual([
    { field: 'shipping_address.city', kind: 'lines_missing', lines: ['City'] },
  ]);
});

test('empty required lines can be reported separately for a form', () => {
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
    kind: 'lines_missing',
    lines: ['Street and number'],
  });
});

test('without merchandise no shipping details are required', () => {
  const change = { hasMerchandise: false, canShip: false };
  expect(problemsOf({ shippingCountry: '', shippingAddress: {} }, change)).toEqual([]);
});

test('another client may order without accepting the terms', () => {
  expect(problemsOf({ acceptedTerms: false }, {}, { terms: false })).toEqual([]);
});

test('without a country there is no error about payment methods, which depend on it', () => {
  expect(problemsOf({ country: '' }, { paymentMethods: [] })).toEqual([{ field: 'country', kind: 'country_missing' }]);
});

describe('the reason why the Checkout button is disabled', () => {
  const ready = { loading: false, failed: false, country: 'NL' };
  const able = { hasMerchandise: true, canShip: true, paymentMethods: ['credit_card' as const], shippingCountry: 'NL' };
  test.each([
    ['nothing is wrong', null, {}, {}],
    ['the figures are loading', 'loading', { loading: true }, {}],
    ['the figures could not be loaded', 'figures_failed', { failed: true }, {}],
    ['there is no country', 'country_missing', { country: '' }, {}],
    ['the shop does not ship there', 'cannot_ship', {}, { canShip: false }],
    ['there is no way to pay', 'no_payment_method', {}, { paymentMethods: [] }],
    [
      'only the shipping country is missing, which its own field reports',
      null,
      {},
      { shippingCountry: '', canShip: false },
    ],
    [
      'the shipping country is missing but nothing is shipped',
      null,
      {},
      { hasMerchandise: false, shippingCountry: '', canShip: false },
    ],
  ])('if %s, it is %s', (_, reason, state, change) => {
    expect(whyCheckoutIsDisabled({ ...ready, ...state }, { ...able, ...change })).toBe(reason);
  });
});
