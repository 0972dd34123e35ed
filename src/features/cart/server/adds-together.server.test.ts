import { describe, expect, test } from 'vitest';
import type { Shop } from '#features/shop-config/server/public.ts';
import { givenItem, itemCounters } from '#features/stock/testing.ts';
import type { Db } from '#platform/db/db.ts';
import {
  addProduct,
  database,
  dbs,
  expectAgreement,
  givenCartRaces,
  holder,
  NOW,
  shops,
} from '../../../../test/support/cart-races.ts';
import { createAddToCart } from './add-to-cart.ts';

givenCartRaces();

describe('adds that share a transaction', () => {
  test('are answered separately: each is accepted or refused, and each cart gets its own item', async () => {
    const pass = await givenItem(database.db, { capacity: 12, limitPerOrder: 1 });
    const { cart } = (await addProduct(0, pass.externalCode)).body;
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) =>
        shops[0]!.call('add-product-to-cart', { external_code: pass.externalCode, ...holder(index + 1) }),
      ),
      shops[0]!.call('add-product-to-cart', { external_code: pass.externalCode, ...holder(50), cart: cart.code }),
      shops[0]!.call('add-product-to-cart', { external_code: pass.externalCode, ...holder(51), cart: 'unknown' }),
      shops[0]!.call('add-product-to-cart', { external_code: pass.externalCode, ...holder(52), full_name: '' }),
      shops[0]!.call('add-merchandise-to-cart', { external_code: pass.externalCode }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      409,
      404,
      422,
      404,
    ]);
    const carts = answers.slice(0, 10).map((answer) => answer.body.cart);
    expect(new Set(carts.map((one) => one.code)).size).toBe(10);
    expect(carts.map((one) => one.products.map((product) => product.full_name))).toEqual(
      Array.from({ length: 10 }, (_, index) => [holder(index + 1).full_name]),
    );
    await expectAgreement();
  });

  test('read the settings of the shop once, not once for each answer', async () => {
    const pass = await givenItem(database.db);
    // After an add on its own, the next one does not wait for others.
    await addProduct(0, pass.externalCode);
    const before = shops[0]!.timesLoaded();
    const answers = await Promise.all(Array.from({ length: 10 }, () => addProduct(0, pass.externalCode)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    // The first request runs alone. The others wait for it and then run together.
    expect(shops[0]!.timesLoaded() - before).toBe(2);
  });

  test('are not affected by one that fails in the database', async () => {
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    const pass = await givenItem(database.db);
    const broken = (await addProduct(0, pass.externalCode)).body.cart;
    // A process with a clock ahead of ours has released its hold.
    await database.db.run('delete from stock_units where item_id = $1', [pass.id]);
    await database.db.run('update shop_items set held = 0 where id = $1', [pass.id]);
    const add = (cart: string | null) =>
      shops[0]!.call('add-merchandise-to-cart', { external_code: tee.externalCode, cart });
    const answers = await Promise.all([add(null), add(null), add(broken.code), add(null), add(null)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 410, 200, 200]);
    expect((await itemCounters(database.db, tee.id)).held).toBe(4);
    await database.db.run(`update carts set status = 'expired' where code = $1`, [broken.code]);
    await expectAgreement();
  });

  const loadShop = async () => ({ public: { ...shops[0]!.switches, events: [] } }) as unknown as Shop;
  const ticketFor = (index: number, externalCode: string) =>
    ({
      kind: 'tickets',
      externalCode,
      cartCode: null,
      customerId: null,
      holder: { fullName: holder(index).full_name, email: 'a@example.org', age: null, transportTimeId: null },
      requestKey: null,
      network: null,
      neededEntry: () => null,
      now: NOW,
    }) as const;

  test('can be for different items: forty buyers of twenty items need a handful of transactions', async () => {
    const items = await Promise.all(Array.from({ length: 20 }, () => givenItem(database.db, { capacity: 2 })));
    let transactions = 0;
    const db: Db = {
      ...dbs[0]!,
      stockTransaction(work, options) {
        transactions += 1;
        return dbs[0]!.stockTransaction(work, options);
      },
    };
    const add = createAddToCart({ db, loadShop });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(ticketFor(index, items[index % 20]!.externalCode))),
    );
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(transactions).toBeLessThanOrEqual(6);
    for (const item of items) expect((await itemCounters(database.db, item.id)).held).toBe(2);
    await expectAgreement();
  });

  test('wait for a locked item only if they are for it', async () => {
    const add = createAddToCart({ db: dbs[0]!, loadShop });
    const [locked, free] = [await givenItem(database.db), await givenItem(database.db)];
    const others = [await givenItem(database.db), await givenItem(database.db)];
    const waiting = await database.db.transaction(async (tx) => {
      await tx.run('select 1 from shop_items where id = $1 for no key update', [locked.id]);
      // Adds of two other items are already running, so these wait together.
      for (const item of others) void add(ticketFor(0, item.externalCode));
      const adds = Array.from({ length: 8 }, (_, index) =>
        add(ticketFor(index, (index % 2 ? free : locked).externalCode)),
      );
      const buyersOf = (remainder: number) => Promise.all(adds.filter((_, index) => index % 2 === remainder));
      expect((await buyersOf(1)).every((answer) => answer.ok)).toBe(true);
      return { buyersOfLocked: buyersOf(0) };
    });
    expect((await waiting.buyersOfLocked).every((answer) => answer.ok)).toBe(true);
    for (const item of [locked, free]) expect((await itemCounters(database.db, item.id)).held).toBe(4);
    await expectAgreement();
  });

  test('are refused with a retry time beyond the capacity of a process', async () => {
    const pass = await givenItem(database.db);
    const add = createAddToCart({ db: dbs[0]!, loadShop }, 5);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(ticketFor(index, pass.externalCode))),
    );
    expect(answers.map((answer) => (answer.ok ? 'added' : answer.error.kind))).toEqual([
      ...Array.from({ length: 6 }, () => 'added'),
      ...Array.from({ length: 14 }, () => 'overloaded'),
    ]);
  });
});
