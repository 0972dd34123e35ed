import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopApp } from '../support/shop-app.ts';
import { buy } from './support/buyer.ts';
import { givenSale, type Sale } from './support/sale.ts';

const MINUTE = 60_000;
const PRELOAD = path.resolve('test/faults/support/shifted-clock.mjs');

let database: TestDatabase;
let sale: Sale;

beforeAll(async () => {
  database = await givenDatabase();
  sale = await givenSale(database.db, 10);
});
afterAll(() => database.drop());

async function call(shop: ShopProcess, name: string, body: object) {
  const response = await fetch(`${shop.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: 'none', ...body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
  return { status: response.status, body: (await response.json()) as any };
}

test('with clocks six minutes apart, deadlines follow the database, and carts work everywhere', async () => {
  // Carts, tokens and signed messages of the gateway all contain times.
  const env = (off: number) => ({
    CLOCK_OFF_MS: String(off),
    NODE_OPTIONS: `--import=${PRELOAD}`,
    LOG_LEVEL: 'warn',
  });
  const shops = await Promise.all([
    startShop({ databaseUrl: database.url, env: env(3 * MINUTE) }),
    startShop({ databaseUrl: database.url, env: env(-3 * MINUTE) }),
  ]);
  try {
    for (const [one, other] of [shops, shops.toReversed()] as [ShopProcess, ShopProcess][]) {
      const { cart } = (
        await call(one, 'add-product-to-cart', {
          external_code: sale.item.externalCode,
          full_name: 'Ada Lovelace',
          email: 'ada@example.org',
        })
      ).body;
      const row = await database.db.row<{ left: number }>(
        'select extract(epoch from expires_at - clock_timestamp())::float8 as left from carts where code = $1',
        [cart.code],
      );
      expect(Math.abs(row!.left - 15 * 60)).toBeLessThan(20);
      const seen = (await call(other, 'get-cart', { cart: cart.code })).body.cart;
      expect(seen.products).toHaveLength(1);
    }
    const addresses = () => shops.map(({ url }) => url);
    for (const index of [0, 1, 2]) {
      await buy({ addresses, token: sale.tokens[index]!, externalCode: sale.item.externalCode });
    }
    expect(shops.map((shop) => shop.log()).join()).not.toMatch(/callback refused/);
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
});

test('after a clock moved two hours forward and back, expired stays expired, and work is done once', async () => {
  const db = openDb({ connection: database.connection });
  const app = await givenShopApp({}, { database: { ...database, db }, fill: false, now: new Date() });
  const start = app.clock.now().getTime();
  const add = () =>
    app.call('add-product-to-cart', {
      external_code: sale.item.externalCode,
      full_name: 'Ada Lovelace',
      email: 'ada@example.org',
    });
  const { cart } = (await add()).body;
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const order = { payment_method: 'credit_card', accepted_ts_and_cs: true };
  const buyer = { token: sale.tokens[5]!, customer: { country: 'NL', address }, order };
  const placed = await app.call('checkout-cart', { ...buyer, cart: (await add()).body.cart.code });
  const counts = () =>
    database.db.row(
      `select (select count(*) from mails) as mails, (select count(*) from ledger_transactions) as bookings,
         (select held from shop_items where external_code = $1) as held`,
      [sale.item.externalCode],
    );
  await app.clock.travelTo(new Date(start + 120 * MINUTE));
  await app.settle();
  const after = await counts();
  expect(after).toMatchObject({ held: 0 });
  for (const back of [10, 110]) {
    await app.clock.travelTo(new Date(start + (120 - back) * MINUTE));
    await app.settle();
    expect((await app.call('get-cart', { cart: cart.code })).status).toBe(410);
    expect((await app.call('checkout-cart', { ...buyer, cart: cart.code })).status).toBe(410);
    const { body } = await app.call('get-data', { token: buyer.token });
    const found = body.data.orders.find((one: { code: string }) => one.code === placed.body.order.code);
    expect(found.payment_status).toBe('abandoned');
    expect(await counts()).toEqual(after);
  }
  await app.close({ keepDatabase: true });
});
