import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type CartShop, openCartShop } from '#features/cart/testing.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { givenDatabase, type TestDatabase } from './database.ts';

export const NOW = new Date('2027-03-01T10:00:00Z');
export const THURSDAY = new Date('2027-07-22T09:30:00Z');
export const at = (minutes: number, ms = 0) => new Date(NOW.getTime() + minutes * 60_000 + ms);

export let database: TestDatabase;
export let shop: CartShop;
export let customers: number[];

export const ada = { full_name: 'Ada Lovelace', email: 'ada@example.org' };
export const grace = { full_name: 'Grace Hopper', email: 'grace@example.org' };
export const token = (index: number) => `customer-${customers[index]}`;

export const addProduct = (cart: string | null, externalCode: string, holder: object = ada, more: object = {}) =>
  shop.call('add-product-to-cart', { cart, external_code: externalCode, ...holder, ...more });
export const addMerchandise = (cart: string | null, externalCode: string, more: object = {}) =>
  shop.call('add-merchandise-to-cart', { cart, external_code: externalCode, ...more });

/** Checks that the stock agrees with its rows, and with the carts. */
export async function expectAgreement(now = shop.now()) {
  expect(await recountStock(database.db, now)).toEqual([]);
}

/**
 * Opens the calls of the cart on their own database, with no cart in it before each test. Called once, at the top of a
 * test file; fills the variables above.
 */
export function givenCartCalls(): void {
  beforeAll(async () => {
    database = await givenDatabase();
    shop = await openCartShop(database.db, NOW);
    customers = (
      await database.db.rows<{ id: number }>(
        `insert into customers (email, email_key, full_name, created_at)
         values ('a@example.org', 'a@example.org', 'A', now()), ('b@example.org', 'b@example.org', 'B', now())
         returning id`,
      )
    ).map((row) => row.id);
  });
  afterAll(async () => {
    await shop.close();
    await database.drop();
  });
  beforeEach(async () => {
    // Every test begins at the same time, at which the carts of earlier tests have not expired.
    await database.db.run('delete from cart_lines');
    await database.db.run('delete from carts');
    await database.db.run('delete from stock_units');
    await database.db.run('update shop_items set held = 0, sold = 0');
    await database.db.run('update departures set held = 0, sold = 0');
    shop.setNow(NOW);
    Object.assign(shop.switches, { shopActive: true, merchandiseActive: true });
  });
}
