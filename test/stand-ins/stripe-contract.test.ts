import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { test } from 'vitest';
import { readContract } from './contract.ts';

test('the contract is of the version that the SDK speaks', () => {
  const contract = readContract('stripe-openapi-subset.json');
  assert.equal(contract.version, Stripe.API_VERSION);
  assert.match(contract.madeFrom, new RegExp(`stripe@${Stripe.PACKAGE_VERSION.replaceAll('.', '\\.')} `));
});
