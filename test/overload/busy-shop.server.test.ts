import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { createAdmission } from '#platform/http/admission.ts';
import { order, orderNow, pressAt } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/** The wait for a connection that the shop measures, in milliseconds. */
let poolWaitMs = 0;
const admission = createAdmission(
  { maxNew: 200, busyAfterMs: 80 },
  { poolWaitMs: () => poolWaitMs, monotonicMs: () => 0, random: () => 0.5 },
);
const setPoolWait = (milliseconds: number) => {
  poolWaitMs = milliseconds;
  for (let ticks = 0; ticks < 100; ticks += 1) admission.tick();
};

const BUSY = { message: 'The shop is very busy. Please try again in a moment.' };
const ticket = { external_code: 'saturday', full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' };
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp({}, { admission });
  token = await app.login();
});
beforeEach(() => setPoolWait(0));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const countsOf = () =>
  app.db.row('select (select count(*) from carts) as carts, (select count(*) from request_results) as results');

test('a full shop refuses a new cart before anything is done; the same request works later', async () => {
  const before = await countsOf();
  const wanted = { ...ticket, cart: null, request_key: 'one-try-of-one-person' };
  setPoolWait(200);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, body, headers } = await app.call('add-product-to-cart', wanted);
    expect([status, body, headers.get('retry-after')]).toEqual([503, BUSY, '4']);
  }
  expect(await countsOf()).toEqual(before);
  setPoolWait(0);
  const { status, body } = await app.call('add-product-to-cart', wanted);
  expect([status, body.cart.products.length]).toEqual([200, 1]);
});

test('in a full shop, somebody who is already buying can finish', async () => {
  const { body: begun } = await app.call('add-product-to-cart', { ...ticket, token, cart: null });
  setPoolWait(3_600_000);
  const cart = begun.cart.code;
  const second = { ...ticket, token, cart, full_name: 'Grace Hopper' };
  expect((await app.call('add-product-to-cart', second)).status).toBe(200);
  expect((await app.call('get-cart', { cart, token })).status).toBe(200);
  expect((await app.call('extend-cart', { cart, token })).status).toBe(200);
  const { body: placed } = await app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  await pressAt(app, placed.payment.url, 'paid');
  await app.settle();
  const paid = await orderNow(app, token, placed.order.code);
  expect(paid.payment_status).toBe('paid');
  const mailed = await app.fetch(`/download-ticket/${encodeURIComponent(ticket.email)}/${paid.tickets[0]!.code}`);
  expect([mailed.status, mailed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await app.fetch('/health')).status).toBe(200);
});

test('in a full shop, a customer can log in on the way to the checkout', async () => {
  setPoolWait(3_600_000);
  expect(await app.login()).toEqual(expect.any(String));
});

test('a moderate queue refuses only new work, and visitors who browse get the cached shop', async () => {
  setPoolWait(100);
  expect((await app.call('get-data', {})).status).toBe(200);
  expect((await app.call('get-shop-item', { external_code: 'saturday' })).status).toBe(503);
  setPoolWait(3_600_000);
  expect((await app.call('get-data', {})).status).toBe(503);
  expect((await app.call('get-data', { token })).status).toBe(200);
});

test('once nothing waits any longer, everybody is admitted again', async () => {
  setPoolWait(3_600_000);
  setPoolWait(0);
  const { order: placed } = await order(app, token, ['saturday']);
  expect(placed.code).toEqual(expect.any(String));
});
