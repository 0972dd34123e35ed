import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { accountOf, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EMAIL = 'ada@example.org';
/** The password of `accountOf`. */
const PASSWORD = 'a-long-password-of-mine';
const PROOF_NEEDED = 'Please enter your password to confirm that it is you.';

let app: ShopApp;
let order: Order;
let token: string;

const login = async () => (await app.call('login', { email: EMAIL, password: PASSWORD })).body.remember_token as string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await accountOf(app, EMAIL, 'Ada Lovelace');
  order = await purchase(app, token, ['sandlark-pass', 'sandlark-pass', 'sandlark-pass', 'sandlark-pass']);
  await app.settle();
});
beforeEach(async () => {
  await app.db.run('delete from rate_limits');
  token = await login();
});
afterAll(async () => {
  await app.close();
});

const refund = (ticket: number, more: object = {}) =>
  app.call('request-refund', {
    token,
    order_id: order.id,
    tickets: order.tickets[ticket]!.code,
    merchandise: '',
    ...bankOnWire,
    ...more,
  });
const change = (ticket: number, more: object = {}) =>
  app.call('change-ticket', {
    token,
    order_id: order.id,
    code: order.tickets[ticket]!.code,
    full_name: 'Noor Bakker',
    email: 'noor@example.org',
    age: '25-34',
    note: '',
    reassign: true,
    ...more,
  });
const refunds = async () => (await app.db.row<{ count: number }>('select count(*) as count from refunds'))!.count;

test('a refund request with a login older than 15 minutes gets 403 without the password', async () => {
  await app.travel(15 * MINUTE + 1);
  expect(await refund(0)).toMatchObject({
    status: 403,
    body: { message: PROOF_NEEDED, errors: { password: [PROOF_NEEDED] } },
  });
  expect(await refund(0, { password: 'not-mine-at-all' })).toMatchObject({
    status: 422,
    body: { errors: { password: ['Your current password is not correct.'] } },
  });
  expect(await refunds()).toBe(0);
});

test('the call succeeds with the password, and the next minutes need none', async () => {
  await app.travel(DAY);
  const requested = await refund(0, { password: PASSWORD });
  expect([requested.status, requested.body.message]).toEqual([200, undefined]);
  await app.travel(14 * MINUTE);
  expect((await refund(1)).status).toBe(200);
  await app.travel(2 * MINUTE);
  expect((await change(2)).status).toBe(403);
});

test('a fresh login, or a change that does not reassign the ticket, needs no password', async () => {
  await app.travel(DAY);
  expect((await change(2, { reassign: false, email: EMAIL })).body).toMatchObject({ code: expect.any(String) });
  token = await login();
  const { code } = (await app.call('get-data', { token })).body.data.orders[0].tickets[2];
  expect((await change(2, { code })).status).toBe(200);
});

test('reassigning a ticket with an old login needs the password', async () => {
  await app.travel(DAY);
  expect(await change(3)).toMatchObject({ status: 403, body: { errors: { password: [PROOF_NEEDED] } } });
  expect((await change(3, { password: PASSWORD })).status).toBe(200);
});

test('after too many wrong passwords the account must wait, even with the right one', async () => {
  await app.travel(DAY);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) statuses.push((await refund(0, { password: `wrong ${count}` })).status);
  expect([...new Set(statuses.slice(0, 10)), statuses[10]]).toEqual([422, 429]);
  expect((await refund(0, { password: PASSWORD })).status).toBe(429);
});

test('a login that is used every few weeks still expires after 90 days', async () => {
  const isLoggedIn = async () => (await app.call('get-data', { token })).body.data.customer !== null;
  for (let day = 0; day < 89; day += 1) {
    await app.travel(DAY);
    if (day % 20 === 0) expect(await isLoggedIn()).toBe(true);
  }
  expect(await isLoggedIn()).toBe(true);
  await app.travel(DAY);
  expect(await isLoggedIn()).toBe(false);
  expect((await refund(0)).status).toBe(401);
  const since = new Date(app.clock.now().getTime() - 90 * DAY);
  expect(await app.db.rows('select from login_tokens where created_at <= $1', [since])).toEqual([]);
});
