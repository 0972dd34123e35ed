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

test('given shipping to the billing address, then an empty line is reported once, at the visible field', () => {
  expect(problemFields({ ship_to_billing: true })).toEqual(['address.city', 'shipping_country']);
});

test('given another shipping address, then each address reports its own empty lines', () => {
  expect(problemFields({ ship_to_billing: false })).toEqual([
    'address.city',
    'shipping_country',
    'shipping_address.city',
  ]);
});
