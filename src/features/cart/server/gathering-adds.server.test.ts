import { setImmediate as nextTick } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Shop } from '#features/shop-config/server/public.ts';
import { givenItem } from '#features/stock/testing.ts';
import type { Db } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type AddToCart, createAddToCart } from './add-to-cart.ts';

const NOW = new Date('2027-03-01T10:00:00Z');

let database: TestDatabase;
let add: AddToCart;
let transactions: number;

beforeAll(async () => {
  database = await givenDatabase();
  const db: Db = {
    ...database.db,
    stockTransaction(work, options) {
      transactions += 1;
      return database.db.stockTransaction(work, options);
    },
  };
  const shop = {
    public: { shopActive: true, merchandiseActive: true, cartMinutes: 15, events: [] as Shop['public']['events'] },
  } as Shop;
  add = createAddToCart({ db, loadShop: async () => shop });
});
afterAll(() => database.drop());

async function addOne(externalCode: string): Promise<void> {
  const holder = { fullName: 'Ada Lovelace', email: 'ada@example.org', age: null, transportTimeId: null };
  const caller = { cartCode: null, customerId: null, requestKey: null, network: null };
  const answer = await add({ kind: 'tickets', externalCode, holder, ...caller, neededEntry: () => null, now: NOW });
  expect(answer.ok).toBe(true);
}

test('buyers who add again as soon as they are answered share each transaction', async () => {
  const pass = await givenItem(database.db);
  transactions = 0;
  const buyer = async () => {
    for (let times = 0; times < 4; times += 1) {
      await addOne(pass.externalCode);
      await nextTick();
    }
  };
  await Promise.all(Array.from({ length: 8 }, buyer));
  // The first add runs alone, then the other seven together. From then on all eight run together, except that the
  // first buyer is one transaction ahead at the end.
  expect(transactions).toBe(5);
});

test('a single add does not wait for others', async () => {
  const pass = await givenItem(database.db);
  await addOne(pass.externalCode);
  await nextTick();
  transactions = 0;
  const second = addOne(pass.externalCode);
  expect(transactions).toBe(1);
  await second;
});

test('a full batch does not wait for more', async () => {
  const pass = await givenItem(database.db);
  await Promise.all([addOne(pass.externalCode), addOne(pass.externalCode), addOne(pass.externalCode)]);
  await nextTick();
  transactions = 0;
  const adds = Array.from({ length: 31 }, () => addOne(pass.externalCode));
  expect(transactions).toBe(0);
  adds.push(addOne(pass.externalCode));
  expect(transactions).toBe(1);
  await Promise.all(adds);
});
