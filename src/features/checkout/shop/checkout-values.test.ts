import { expect, test } from 'vitest';
import { checkoutProblems } from '../domain/validate-checkout.ts';
import { problemsOnPage } from './checkout-values.ts';

const problems = checkoutProblems(
  {
    country: 'NL',
    address: {},
    shippingName: 'Mila Okonkwo',
    shippingCountry: 'NL',
    shippingAddress: {},
    acceptedTerms: true,
    paymentMethod: 'credit_card',
  },
  {
    addressLines: [{ key: 'city', text: 'City', required: true }],
    countries: ['NL'],
    hasMerchandise: true,
    canShip: false,
    paymentMethods: ['credit_card'],
  },
  { terms: true, eachLine: true },
);
const problemFields = (values: { ship_to_billing: boolean }) =>
  problemsOnPage(problems, values).map(({ field }) => field);

test('an empty line has one error, at the visible field, while shipping to the billing address', () => {
  expect(problemFields({ ship_to_billing: true })).toEqual(['address.city', 'shipping_country']);
});

test('each address has errors for its own empty lines', () => {
  expect(problemFields({ ship_to_billing: false })).toEqual([
    'address.city',
    'shipping_country',
    'shipping_address.city',
  ]);
});
