import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenMonri, type MonriStandIn } from '../stand-ins/monri.ts';
import { runWith } from '../support/command-line.ts';
import { startShop } from '../support/server.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

const WRONG_KEY = 'aKeyThatBelongsToNobody';
let app: ShopApp;
let monri: MonriStandIn;

beforeAll(async () => {
  [app, monri] = await Promise.all([givenShopApp(), givenMonri()]);
});
afterAll(async () => {
  await app.close();
  await monri.close();
});

const variables = (changes: Record<string, string> = {}) => ({
  DATABASE_URL: app.database.url,
  PAYMENT_GATEWAYS: 'monri',
  MONRI_MODE: 'test',
  MONRI_KEY: monri.key,
  MONRI_TOKEN: monri.token,
  MONRI_PHONE: '+385 1 234 5678',
  MONRI_URL: monri.url,
  ...changes,
});
const doctor = (changes?: Record<string, string>) => runWith(variables(changes), 'doctor');

test('the doctor finds nothing when everything is in order at Monri', async () => {
  expect(await doctor()).toMatchObject({ code: 0, out: expect.stringContaining('Everything matches.') });
  expect(monri.breaches).toEqual([]);
});

test('doctor and start refuse a key that Monri refuses, without repeating it', async () => {
  const words =
    'monri: Monri refuses MONRI_KEY or MONRI_TOKEN (MONRI_MODE is test, and each mode has its own): Invalid digest';
  const { code, out, err } = await doctor({ MONRI_KEY: WRONG_KEY });
  expect(code).toBe(1);
  expect(`${out}${err}`).toContain(words);
  expect(`${out}${err}`).not.toContain(WRONG_KEY);
  const start = startShop({ databaseUrl: app.database.url, env: variables({ MONRI_KEY: WRONG_KEY }) });
  const problem = await start.then(() => 'started', String);
  expect(problem).toContain(words);
  expect(problem).not.toContain(WRONG_KEY);
});

test('each mistake in the variables is named before Monri is called', async () => {
  const calls = monri.requests.length;
  const problem = await doctor({ MONRI_MODE: 'x', MONRI_TOKEN: 'short', MONRI_WEBHOOK: 'y' }).then(
    () => 'no problem',
    String,
  );
  for (const name of ['MONRI_MODE', 'MONRI_TOKEN', 'MONRI_WEBHOOK is unknown']) expect(problem).toContain(name);
  expect(monri.requests.length).toBe(calls);
});

test('during an outage of Monri the doctor only warns, because the shop can sell by transfer', async () => {
  monri.next('show', { status: 503 });
  const { code, out } = await doctor();
  expect([code, out]).toEqual([0, expect.stringContaining('monri could not be checked')]);
});
