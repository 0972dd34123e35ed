import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenMollie, type MollieStandIn } from '../stand-ins/mollie.ts';
import { runWith } from '../support/command-line.ts';
import { startShop } from '../support/server.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

const WRONG_KEY = 'test_thisKeyBelongsToNobodyAtAll00';
let app: ShopApp;
let mollie: MollieStandIn;

beforeAll(async () => {
  [app, mollie] = await Promise.all([givenShopApp(), givenMollie()]);
});
afterAll(async () => {
  await app.close();
  await mollie.close();
});

const variables = (changes: Record<string, string> = {}) => ({
  DATABASE_URL: app.database.url,
  PAYMENT_GATEWAYS: 'mollie',
  MOLLIE_API_KEY: mollie.apiKey,
  MOLLIE_API_URL: mollie.url,
  ...changes,
});
const doctor = (changes?: Record<string, string>) => runWith(variables(changes), 'doctor');

test('the doctor finds nothing when everything is in order at Mollie', async () => {
  expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining('Everything matches.') });
  expect(mollie.breaches).toEqual([]);
});

test('doctor and start refuse a key that Mollie refuses, without repeating it', async () => {
  const words = 'mollie: Mollie refuses MOLLIE_API_KEY: Missing authentication, or failed to authenticate';
  const { code, out, err } = await doctor({ MOLLIE_API_KEY: WRONG_KEY });
  expect(code).toBe(1);
  expect(`${out}${err}`).toContain(words);
  expect(`${out}${err}`).not.toContain(WRONG_KEY);
  const start = startShop({ databaseUrl: app.database.url, env: variables({ MOLLIE_API_KEY: WRONG_KEY }) });
  const problem = await start.then(() => 'started', String);
  expect(problem).toContain(words);
  expect(problem).not.toContain(WRONG_KEY);
});

test('each mistake in the variables is named before Mollie is called', async () => {
  const calls = mollie.requests.length;
  const problem = await doctor({ MOLLIE_API_KEY: 'x', MOLLIE_METHODS: 'iDEAL!', MOLLIE_WEBHOOK: 'y' }).then(
    () => 'no problem',
    String,
  );
  for (const name of ['MOLLIE_API_KEY', 'MOLLIE_METHODS', 'MOLLIE_WEBHOOK is unknown']) expect(problem).toContain(name);
  expect(mollie.requests.length).toBe(calls);
});

test('during an outage of Mollie the doctor only warns, because the shop can sell by transfer', async () => {
  mollie.next('GET', { status: 503 });
  const { code, out } = await doctor();
  expect([code, out]).toEqual([0, expect.stringContaining('mollie could not be checked')]);
});
