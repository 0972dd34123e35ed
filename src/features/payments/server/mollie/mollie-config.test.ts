import { expect, test } from 'vitest';
import { readMollieConfig } from './mollie-config.ts';

const TEST_KEY = 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM';
const LIVE_KEY = 'live_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM';
const config = (variables: Record<string, string>, isProduction = false) =>
  readMollieConfig({ variables, isProduction });

test('a key is enough to configure Mollie', () => {
  expect(config({ MOLLIE_API_KEY: TEST_KEY, STRIPE_SECRET_KEY: 'sk' })).toEqual({
    apiKey: TEST_KEY,
    mode: 'test',
    apiUrl: 'https://api.mollie.com',
    webhookSecrets: [],
    methods: null,
  });
  expect(config({ MOLLIE_API_KEY: LIVE_KEY }, true)).toMatchObject({ mode: 'live' });
});

test('methods and secrets are lists', () => {
  expect(
    config({ MOLLIE_API_KEY: TEST_KEY, MOLLIE_METHODS: 'ideal, creditcard', MOLLIE_WEBHOOK_SECRET: 'new,old' }),
  ).toMatchObject({ methods: ['ideal', 'creditcard'], webhookSecrets: ['new', 'old'] });
});

test.each<[string, Record<string, string>, boolean, RegExp]>([
  ['no key', {}, false, /^MOLLIE_API_KEY is required/],
  ['an access token', { MOLLIE_API_KEY: 'access_dHar4XY7LxsDOtmnkVtj' }, false, /is an access token/],
  ['another key', { MOLLIE_API_KEY: 'sk_live_dHar4XY7LxsDOtmnkVtj' }, false, /must start with live_ or test_/],
  ['a test key in production', { MOLLIE_API_KEY: TEST_KEY }, true, /is a test key, and this shop is in production/],
  ['three secrets', { MOLLIE_API_KEY: TEST_KEY, MOLLIE_WEBHOOK_SECRET: 'a,b,c' }, false, /at most two secrets/],
  [
    'a wrong method',
    { MOLLIE_API_KEY: TEST_KEY, MOLLIE_METHODS: 'iDEAL | Wero' },
    false,
    /MOLLIE_METHODS contains "iDEAL/,
  ],
  ['a misspelt variable', { MOLLIE_API_KEY: TEST_KEY, MOLLIE_APIKEY: 'x' }, false, /^MOLLIE_APIKEY is unknown/],
  [
    'a stand-in in production',
    { MOLLIE_API_KEY: LIVE_KEY, MOLLIE_API_URL: 'http://127.0.0.1:1' },
    true,
    /MOLLIE_API_URL must not be set in production/,
  ],
  [
    'a foreign address',
    { MOLLIE_API_KEY: TEST_KEY, MOLLIE_API_URL: 'https://mollie.example.org' },
    false,
    /MOLLIE_API_URL is for a stand-in on this machine/,
  ],
])('the shop does not start with %s, and no message repeats a key', (_, variables, isProduction, message) => {
  expect(() => config(variables, isProduction)).toThrow(message);
  try {
    config(variables, isProduction);
  } catch (error) {
    expect((error as Error).message).not.toContain('dHar4XY7');
  }
});

test('the error lists every mistake', () => {
  expect(() => config({ MOLLIE_API_KEY: 'x', MOLLIE_METHODS: '!' }, true)).toThrow(
    /MOLLIE_API_KEY.*\n.*MOLLIE_METHODS/,
  );
});
