import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limitsWith } from '#platform/http/limits.ts';
import { limitForAll } from '../support/limit-for-all.ts';
import { MINUTE, officeBrowser } from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/** The shop is behind a proxy, so that one test can use many networks. */
let app: ShopApp;

beforeAll(async () => {
  app = await givenShopApp({
    trustedProxies: ['127.0.0.1'],
    limits: limitsWith({
      ...limitForAll({ attempts: 1_000, minutes: 60 }),
      'changes-network': { attempts: 200, minutes: 1 },
      'staff-login-account': { attempts: 3, minutes: 15 },
      'staff-login-network': { attempts: 5, minutes: 15 },
      'staff-network': { attempts: 4, minutes: 15 },
    }),
  });
});
afterAll(() => app.close());
beforeEach(() => app.travel(16 * MINUTE));

const from = async (ip: string, name: string, body: object = {}) =>
  (await officeBrowser(app).call(name, body, { 'x-forwarded-for': ip })).status;
const guess = (ip: string, email: string) => from(ip, 'login-password', { email, password: 'wrong' });

test('wrong passwords are counted per network, so that nobody locks an account from elsewhere', async () => {
  const email = 'berta@sandlark.example';
  for (let count = 0; count < 3; count += 1) expect(await guess('203.0.113.1', email)).toBe(422);
  expect(await guess('203.0.113.1', email)).toBe(429);
  expect(await guess('203.0.113.2', email)).toBe(422);
});

test('wrong passwords of many accounts from one network are counted together', async () => {
  for (let count = 0; count < 5; count += 1) expect(await guess('203.0.113.3', `n${count}@sandlark.example`)).toBe(422);
  expect(await guess('203.0.113.3', 'another@sandlark.example')).toBe(429);
  await app.travel(15 * MINUTE);
  expect(await guess('203.0.113.3', 'another@sandlark.example')).toBe(422);
});

test('attempts with passkeys and invitations from one network are counted together', async () => {
  const ip = '203.0.113.4';
  expect(await from(ip, 'login-passkey-options')).toBe(200);
  expect(await from(ip, 'invite', { token: 'guess' })).toBe(409);
  expect(await from(ip, 'accept-invite', { token: 'guess' })).toBe(409);
  const nothing = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } };
  expect(await from(ip, 'login-passkey', { response: nothing })).toBe(422);
  for (const name of ['login-passkey-options', 'invite', 'accept-invite']) expect(await from(ip, name)).toBe(429);
  expect(await from(ip, 'login-passkey', { response: nothing })).toBe(429);
  expect(await from('203.0.113.5', 'login-passkey-options')).toBe(200);
});

test('calls that change something count against the network limit of the shop’s calls', async () => {
  const answers = await Promise.all(Array.from({ length: 220 }, () => from('203.0.113.6', 'logout')));
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(15);
  expect(await from('203.0.113.6', 'session')).toBe(200);
});
