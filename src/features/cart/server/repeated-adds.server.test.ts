import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountStock } from '#features/stock/server/public.ts';
import { givenItem, itemCounters } from '#features/stock/testing.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type CartShop, openCartShop } from '../testing.ts';

const NOW = new Date('2027-03-01T10:00:00Z');

let database: TestDatabase;
let shop: CartShop;

beforeAll(async () => {
  database = await givenDatabase();
  shop = await openCartShop(database.db, NOW);
});
afterAll(async () => {
  expect(await recountStock(database.db, shop.now())).toEqual([]);
  await shop.close();
  await database.drop();
});

let keys = 0;
/** Adds merchandise, where only the key prevents a second add. */
async function addMug() {
  keys += 1;
  const mug = await givenItem(database.db, { kind: 'merchandise', capacity: 10 });
  const request = { cart: null, external_code: mug.externalCode, request_key: `key-of-the-add-${keys}` };
  const add = () => shop.call('add-merchandise-to-cart', request);
  return { add, first: await add(), held: async () => (await itemCounters(database.db, mug.id)).held };
}

const forgetAnswers = (status: number) =>
  database.db.run('update request_results set status = $1, answer = null', [status]);

test('a request whose process died after the commit does not add the item twice when repeated', async () => {
  const { add, first, held } = await addMug();
  await forgetAnswers(0);
  shop.setNow(new Date(shop.now().getTime() + 21_000));
  const again = await add();
  expect(again.status).toBe(200);
  expect(again.body.cart.code).toBe(first.body.cart.code);
  expect(again.body.cart.merchandise).toHaveLength(1);
  expect(await held()).toBe(1);
});

test('a request whose connection failed can be repeated at once, and does not add the item twice', async () => {
  const { add, first, held } = await addMug();
  await forgetAnswers(-1);
  const again = await add();
  expect([again.status, again.body.cart.code]).toEqual([200, first.body.cart.code]);
  expect(await held()).toBe(1);
});

test('a request whose process died before the commit adds the item when repeated', async () => {
  const { add, first, held } = await addMug();
  const [line] = first.body.cart.merchandise;
  await shop.call('remove-merchandise-from-cart', { cart: first.body.cart.code, cart_merchandise_id: line!.id });
  expect(await held()).toBe(0);
  await forgetAnswers(-1);
  const again = await add();
  expect([again.status, again.body.cart.merchandise.length]).toEqual([200, 1]);
  expect(await held()).toBe(1);
});

test('many simultaneous repetitions add the item once', async () => {
  const { add, first, held } = await addMug();
  await database.db.run('delete from request_results');
  const answers = await Promise.all(Array.from({ length: 10 }, add));
  for (const { status, body } of answers) expect([status, body.cart?.code]).toEqual([200, first.body.cart.code]);
  expect(await held()).toBe(1);
});

test('a key that another request used is refused, whatever the outcome of that request', async () => {
  const { held } = await addMug();
  await forgetAnswers(-1);
  const other = await givenItem(database.db, { kind: 'merchandise' });
  const refused = await shop.call('add-merchandise-to-cart', {
    cart: null,
    external_code: other.externalCode,
    request_key: `key-of-the-add-${keys}`,
  });
  expect([refused.status, await held()]).toEqual([409, 1]);
});

test('if the database fails during a batch, all its requests fail immediately, and none is retried', async () => {
  const pass = await givenItem(database.db, { capacity: 10 });
  const add = (index: number) =>
    shop.call('add-product-to-cart', {
      cart: null,
      external_code: pass.externalCode,
      full_name: `Ada ${'n'.repeat(index + 1)}`,
      email: 'ada@example.org',
    });
  await database.db.transaction(async (tx) => {
    await tx.run('select 1 from shop_items where id = $1 for update', [pass.id]);
    // The first add runs alone, the others together after it.
    const adds = Array.from({ length: 8 }, (_, index) => add(index));
    await breakWaitingConnection();
    await breakWaitingConnection();
    for (const { status } of await Promise.all(adds)) expect(status).toBeGreaterThanOrEqual(500);
  });
  expect((await itemCounters(database.db, pass.id)).held).toBe(0);
});

const broken: number[] = [];

/** Closes the next connection that waits for a lock. */
async function breakWaitingConnection(): Promise<void> {
  for (;;) {
    const ended = await database.db.rows<{ pid: number }>(
      `select pid, pg_terminate_backend(pid)
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and pid <> all($1::int[])`,
      [broken],
    );
    broken.push(...ended.map(({ pid }) => pid));
    if (ended.length > 0) return;
  }
}

test('a guessable key does not find a cart that was created from another network', async () => {
  const mug = await givenItem(database.db, { kind: 'merchandise', capacity: 10 });
  const add = (key: string, from: string) =>
    shop.call('add-merchandise-to-cart', { cart: null, external_code: mug.externalCode, request_key: key }, from);
  const cartOf = async (...of: Parameters<typeof add>) => (await add(...of)).body.cart.code;
  const first = await cartOf('1', '198.51.100.7');
  expect(await cartOf('1', '198.51.100.7')).toBe(first);
  expect(await cartOf('1', '203.0.113.9')).not.toBe(first);
  // A key with 128 random bits may be repeated from another network.
  const random = 'f3b1c2d4e5a60718293a4b5c6d7e8f90';
  expect(await cartOf(random, '203.0.113.9')).toBe(await cartOf(random, '198.51.100.7'));
});
