import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDb } from '#platform/db/db.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

// Two processes serve one shop. After a change of a cart at one, both must immediately show the new stock.

const ROUNDS = 5;
let one: ShopApp;
let two: ShopApp;
let token: string;

beforeAll(async () => {
  one = await givenShopApp();
  const db = openDb({ connection: one.database.connection });
  two = await givenShopApp({}, { database: { ...one.database, db, drop: () => db.end() } });
  token = await one.login();
});
afterAll(async () => {
  await two.close();
  await one.close();
});

const holder = { email: 'ada@example.org', age: '25-34' };
interface Item {
  external_code: string;
  stock_level: number | null;
  travel_times: { id: string; remaining: number | null }[];
}

async function seenAt(app: ShopApp, code: string, body: object): Promise<Item> {
  const { products, merchandise } = (await app.call('get-data', body)).body.data;
  return [...products, ...merchandise].find((item: Item) => item.external_code === code);
}

const callers: [string, () => object][] = [
  ['an anonymous caller', () => ({})],
  ['a customer', () => ({ token })],
];
const places: [string, () => ShopApp][] = [
  ['the same process', () => one],
  ['the other process', () => two],
];
const cases = callers.flatMap(([who, body]) => places.map(([where, place]) => [who, where, body, place] as const));

describe.each(cases)('%s who requests the bundle from %s', (_who, _where, body, place) => {
  test('sees the current stock after something was added to a cart, and after it was removed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stock_level: before } = await seenAt(place(), 'saturday', body());
      const { cart } = (
        await one.call('add-product-to-cart', {
          ...body(),
          external_code: 'saturday',
          full_name: 'Ada Lovelace',
          ...holder,
          data: 'none',
        })
      ).body;
      expect((await seenAt(place(), 'saturday', body())).stock_level).toBe(before! - 1);
      const line = { cart: cart.code, cart_product_id: cart.products[0].id };
      await one.call('remove-product-from-cart', { ...body(), ...line, data: 'none' });
      expect((await seenAt(place(), 'saturday', body())).stock_level).toBe(before);
    }
  });

  test('sees the current seats after a ticket in a cart was moved to another departure', async () => {
    const { travel_times: times } = await seenAt(place(), 'coach-cologne', body());
    const [from, to] = times.filter(({ remaining }) => (remaining ?? 0) > ROUNDS);
    const seats = async (id: string) =>
      (await seenAt(place(), 'coach-cologne', body())).travel_times.find((time) => time.id === id)!.remaining;
    const added = await one.call('add-product-to-cart', {
      ...body(),
      external_code: 'coach-cologne',
      full_name: 'Ada Lovelace',
      ...holder,
      transport_time_id: from!.id,
    });
    const { cart } = added.body;
    const line = { cart: cart.code, cart_product_id: cart.products[0].id, full_name: 'Ada Lovelace', ...holder };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [target, left] of [
        [to!, from!],
        [from!, to!],
      ]) {
        await one.call('update-product-in-cart', { ...body(), ...line, transport_time_id: target!.id });
        expect([await seats(target!.id), await seats(left!.id)]).toEqual([target!.remaining! - 1, left!.remaining]);
      }
    }
    await one.call('remove-product-from-cart', { ...body(), ...line });
  });
});
