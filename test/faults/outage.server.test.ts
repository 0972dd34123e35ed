import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { buy } from './support/buyer.ts';
import { type DatabaseProxy, givenProxy } from './support/database-proxy.ts';
import { givenSale, type Sale } from './support/sale.ts';

// The database of a selling shop fails in each way it can, and comes back. Meanwhile callers soon get a plain refusal;
// afterwards everything continues by itself, and nothing is half done.

/** A shop waits twenty seconds; this one gives up sooner. */
const SILENCE_MS = 700;

let database: TestDatabase;
let proxy: DatabaseProxy;
let app: ShopApp;
let sale: Sale;
let next = 0;

beforeAll(async () => {
  database = await givenDatabase();
  sale = await givenSale(database.db, 200);
  proxy = await givenProxy(database);
  const db = openDb({ connection: { connectionString: proxy.url }, silenceMs: SILENCE_MS });
  app = await givenShopApp({}, { database: { ...database, db }, fill: false, now: new Date() });
});
afterEach(async () => {
  proxy.comeBack();
  expect((await auditShop(database.db, app.clock.now())).findings).toEqual([]);
});
afterAll(async () => {
  await app.close({ keepDatabase: true });
  await proxy.close();
  await database.drop();
});

const add = (changes: object = {}) =>
  app.call('add-product-to-cart', {
    external_code: sale.item.externalCode,
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    ...changes,
  });

const buyOne = () => {
  next += 1;
  return buy({ addresses: () => [app.url], token: sale.tokens[next]!, externalCode: sale.item.externalCode });
};

/** Expects a refusal that a browser can handle, within the time that a visitor waits. */
async function expectPoliteRefusal(ask: Promise<{ status: number; headers: Headers; body: { message: string } }>) {
  const begun = performance.now();
  const { status, headers, body } = await ask;
  expect([status, body.message]).toEqual([503, 'The shop is very busy or briefly unavailable. Please try again.']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(performance.now() - begun).toBeLessThan(10_000);
}

test('while the database refuses connections, calls are refused politely; then the shop recovers', async () => {
  await buyOne();
  proxy.goAway();
  await expectPoliteRefusal(add());
  await expectPoliteRefusal(app.call('get-data', { token: sale.tokens[0]! }));
  for (const path of ['/health', '/health/ready']) expect((await app.fetch(path)).status).toBe(503);
  // The process itself is healthy: a restart would not help.
  expect((await app.fetch('/health/live')).status).toBe(200);
  // Due work fails and is retried; it neither ends the process nor stops for good.
  await app.settle();
  proxy.comeBack();
  await buyOne();
  await app.settle();
});

test('while the database does not answer, nobody waits forever; silent connections are dropped', async () => {
  proxy.freeze();
  await expectPoliteRefusal(add());
  const all = await Promise.all(Array.from({ length: 20 }, () => add()));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([503]));
  proxy.comeBack();
  await buyOne();
});

test('while all connections are taken, calls get a plain refusal; then the shop recovers', async () => {
  // The shop's connections are gone, and it gets no others.
  proxy.goAway();
  proxy.comeBack();
  proxy.refusal = { code: '53300', message: 'sorry, too many clients already' };
  await expectPoliteRefusal(add());
  proxy.refusal = null;
  await buyOne();
});

test.each([
  ['whose disk is full', '53100', 'could not extend file: No space left on device'],
  ['whose disk fails', '58030', 'could not write block'],
  ['that is read-only after a switchover', '25006', 'cannot execute INSERT in a read-only transaction'],
])(
  'with a database %s, calls are refused politely, nothing is half done, and the shop recovers',
  async (what, code, message) => {
    await database.db.run(
      `create or replace function no_room() returns trigger language plpgsql as
     $$ begin raise exception '${message}' using errcode = '${code}'; end $$`,
    );
    const token = sale.tokens[0]!;
    const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
    const order = { payment_method: 'credit_card', accepted_ts_and_cs: true };
    const { cart } = (await add()).body;
    const checkout = () =>
      app.call('checkout-cart', { token, cart: cart.code, customer: { country: 'NL', address }, order });
    const counts = () =>
      database.db.row('select (select count(*) from orders) as orders, (select count(*) from stock_units) as units');
    const before = await counts();
    for (const [table, ask] of [
      ['stock_units', add],
      ['cart_lines', add],
      ['request_results', () => add({ request_key: `on a database ${what}` })],
      ['orders', checkout],
      ['payment_attempts', checkout],
      ['mails', checkout],
      ['stock_units', checkout],
    ] as const) {
      await database.db.run(`create trigger no_room before insert or update on ${table} execute function no_room()`);
      await expectPoliteRefusal(ask());
      await app.settle();
      await database.db.run(`drop trigger no_room on ${table}`);
      expect(await counts()).toEqual(before);
    }
    expect((await checkout()).status).toBe(200);
    await buyOne();
  },
);

test('when the connection breaks during a booking, the gateway retries, and it is booked once', async () => {
  let cuts = 0;
  proxy.rule = ({ text, transaction }) => {
    if (text !== 'commit' || !transaction.some((one) => /insert into receipts/.test(one))) return 'pass';
    cuts += 1;
    return 'cut';
  };
  const buying = buyOne();
  await expect.poll(() => cuts).toBeGreaterThan(0);
  proxy.rule = () => 'pass';
  const { order, total } = await buying;
  await app.settle();
  expect(
    await database.db.rows('select amount from receipts where order_id = (select id from orders where code = $1)', [
      order,
    ]),
  ).toEqual([{ amount: total }]);
});
