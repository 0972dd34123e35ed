import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Stripe from 'stripe';
import { test } from 'vitest';
import { WEBHOOK_EVENTS } from '#features/payments/server/stripe/stripe-callback.ts';
import { readContract } from './contract.ts';

test('the contract has the version of the SDK', () => {
  const contract = readContract('stripe-openapi-subset.json');
  assert.equal(contract.version, Stripe.API_VERSION);
  assert.match(contract.madeFrom, new RegExp(`stripe@${Stripe.PACKAGE_VERSION.replaceAll('.', '\\.')} `));
});

test('the documentation names the version and the events that the webhook endpoint needs', () => {
  const page = fs.readFileSync(path.join(import.meta.dirname, '../../docs/gateways/stripe.md'), 'utf8');
  const events = [...page.matchAll(/enabled_events\[\]=([\w.]+)"/g)].map(([, event]) => event);
  assert.deepEqual(events, [...WEBHOOK_EVENTS]);
  assert.ok(page.includes(`api_version=${Stripe.API_VERSION}`));
});
