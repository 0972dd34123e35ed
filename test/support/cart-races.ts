import { afterAll, beforeAll, expect } from 'vitest';
import { type CartShop, openCartShop } from '#features/cart/testing.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from './database.ts';

// Several shops on one database change the same rows at once, as several processes would. Each test of a lock or check
// has a twin, the same race without it, which must go wrong: a race that cannot go wrong proves nothing.

export const NOW = new Date('2027-03-01T10:00:00Z');
/** The time at which a cart that begins at `NOW` expires. */
export const CART_EXPIRY = new Date('2027-03-01T10:15:00Z');
export const THURSDAY = new Date('2027-07-22T09:30:00Z');
export const SHOPS = 3;

export let database: TestDatabase;
export let dbs: Db[];
export let shops: CartShop[];
export let customerId: number;

export const anyShop = (index: number) => shops[index % SHOPS]!;
const NAMES = 'Ada Grace Alan Edsger Barbara Donald Frances John Margaret Tony'.split(' ');
export const holder = (index: number) => ({
  full_name: `${NAMES[index % 10]} ${NAMES[Math.floor(index / 10) % 10]} ${NAMES[Math.floor(index / 100) % 10]}`,
  email: `buyer-${index}@example.org`,
});
export const addProduct = (index: number, externalCode: string, more: object = {}) =>
  anyShop(index).call('add-product-to-cart', { external_code: externalCode, ...holder(index), ...more });
export const countOf = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

export async function expectAgreement() {
  expect(await recountStock(database.db, NOW)).toEqual([]);
}

/** Opens several shops on one database. Called once, at the top of a test file; fills the variables above. */
export function givenCartRaces(): void {
  beforeAll(async () => {
    database = await givenDatabase();
    dbs = Array.from({ length: SHOPS }, () => openDb({ connection: database.connection }));
    shops = await Promise.all(dbs.map((db) => openCartShop(db, NOW)));
    const row = await database.db.row<{ id: number }>(
      `insert into customers (email, email_key, full_name, created_at)
       values ('a@example.org', 'a@example.org', 'A', now())
       returning id`,
    );
    customerId = row!.id;
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.close()));
    await Promise.all(dbs.map((db) => db.end()));
    await database.drop();
  });
}
