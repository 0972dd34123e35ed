import { expect, test } from 'vitest';
import { readMonriConfig } from './monri-config.ts';

const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const SECRET = 'aKeyNobodyMaySee';
const all = { MONRI_MODE: 'test', MONRI_KEY: SECRET, MONRI_TOKEN: TOKEN, MONRI_PHONE: '+385 1 234 5678' };
const config = (variables: Record<string, string>, isProduction = false) =>
  readMonriConfig({ variables, isProduction });

test('mode, key, token and a phone number are enough to configure Monri', () => {
  expect(config({ ...all, STRIPE_SECRET_KEY: 'sk' })).toEqual({
    mode: 'test',
    keys: [SECRET],
    token: TOKEN,
    phone: '+385 1 234 5678',
    savedCards: 'no',
    url: 'https://ipgtest.monri.com',
  });
  expect(config({ ...all, MONRI_MODE: 'live' }, true)).toMatchObject({ mode: 'live', url: 'https://ipg.monri.com' });
});

test('while a key is being replaced, the first of the two keys signs', () => {
  expect(config({ ...all, MONRI_KEY: 'new, old' })).toMatchObject({ keys: ['new', 'old'] });
});

test('a stand-in on this machine can take Monri’s place', () => {
  expect(config({ ...all, MONRI_URL: 'http://127.0.0.1:4010/' })).toMatchObject({ url: 'http://127.0.0.1:4010' });
});

test.each<[string, Record<string, string>, boolean, RegExp]>([
  ['no mode', { MONRI_MODE: '' }, false, /^MONRI_MODE must be test or live/],
  ['test mode in production', {}, true, /MONRI_MODE is test, and this shop is in production/],
  ['live mode elsewhere', { MONRI_MODE: 'live' }, false, /MONRI_MODE is live, and this shop is not in production/],
  ['no key', { MONRI_KEY: '' }, false, /^MONRI_KEY is required/],
  ['three keys', { MONRI_KEY: 'a,b,c' }, false, /^MONRI_KEY must contain at most two keys/],
  ['no token', { MONRI_TOKEN: '' }, false, /^MONRI_TOKEN is required/],
  ['half a token', { MONRI_TOKEN: TOKEN.slice(3) }, false, /^MONRI_TOKEN must be .* 40 letters and digits/],
  ['no phone number', { MONRI_PHONE: '' }, false, /^MONRI_PHONE must be your phone number/],
  ['a wrong phone number', { MONRI_PHONE: 'call us' }, false, /^MONRI_PHONE must be your phone number/],
  ['another way to charge', { MONRI_SAVED_CARDS: 'yes' }, false, /^MONRI_SAVED_CARDS must be one of no, mit, moto/],
  ['a misspelt variable', { MONRI_KEYS: 'x' }, false, /^MONRI_KEYS is unknown/],
  [
    'a stand-in in production',
    { MONRI_MODE: 'live', MONRI_URL: 'http://127.0.0.1:1' },
    true,
    /^MONRI_URL must not be set in production/,
  ],
  ['a foreign address', { MONRI_URL: 'https://monri.example.org' }, false, /^MONRI_URL is for a stand-in on this/],
])('the shop does not start with %s, and no message repeats a key', (_, changes, isProduction, message) => {
  expect(() => config({ ...all, ...changes }, isProduction)).toThrow(message);
  try {
    config({ ...all, ...changes }, isProduction);
  } catch (error) {
    expect((error as Error).message).not.toContain(SECRET);
  }
});

test('the error lists every mistake', () => {
  expect(() => config({ MONRI_MODE: 'x' })).toThrow(/MONRI_MODE.*\n.*MONRI_KEY.*\n.*MONRI_TOKEN.*\n.*MONRI_PHONE/);
});
