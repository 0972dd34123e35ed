import { expect, test } from 'vitest';
import { readStripeVariables } from './stripe-variables.ts';

const complete = { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_one' };

const mistakesOf = (changes: Record<string, string>, { isProduction } = { isProduction: false }): string[] => {
  const variables = Object.fromEntries(Object.entries({ ...complete, ...changes }).filter(([, value]) => value));
  try {
    readStripeVariables({ variables, isProduction });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

test('a key and a secret are enough to configure Stripe', () => {
  expect(readStripeVariables({ variables: complete, isProduction: false })).toEqual({
    secretKey: 'sk_test_1234567890',
    isLive: false,
    webhookSecrets: ['whsec_one'],
    takesDelayedMethods: false,
    baseUrl: undefined,
  });
  const live = { ...complete, STRIPE_SECRET_KEY: 'rk_live_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_two, whsec_one' };
  expect(readStripeVariables({ variables: live, isProduction: true })).toMatchObject({
    isLive: true,
    webhookSecrets: ['whsec_two', 'whsec_one'],
  });
});

test('the error lists all mistakes, without repeating a key or a secret', () => {
  expect(mistakesOf({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' })).toEqual([
    expect.stringContaining('STRIPE_SECRET_KEY is required'),
    expect.stringContaining('STRIPE_WEBHOOK_SECRET is required'),
  ]);
  const mistakes = mistakesOf({
    STRIPE_SECRET_KEY: 'pk_test_published00',
    STRIPE_WEBHOOK_SECRET: 'whsec_one,mistyped-secret',
    STRIPE_DELAYED_METHODS: 'yes',
    STRIPE_BASE_URL: 'ftp://stand-in',
  });
  expect(mistakes).toHaveLength(4);
  expect(mistakes.join()).not.toMatch(/published00|mistyped-secret/);
});

test('the shop does not start with the other mode’s key, or with a stand-in in production', () => {
  expect(mistakesOf({}, { isProduction: true })).toEqual([
    expect.stringContaining('is a test key, and this shop is in production'),
  ]);
  expect(mistakesOf({ STRIPE_SECRET_KEY: 'sk_live_1234567890' })).toEqual([
    expect.stringContaining('is a live key, and this shop is not in production'),
  ]);
  expect(
    mistakesOf(
      { STRIPE_SECRET_KEY: 'sk_live_1234567890', STRIPE_BASE_URL: 'http://127.0.0.1:4242' },
      { isProduction: true },
    ),
  ).toEqual([expect.stringContaining('STRIPE_BASE_URL is for tests')]);
});
