import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { itemForSale } from '#features/catalogue/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import {
  holdStock,
  recountStock,
  releaseExpiredHolds,
  sellUnits,
  swapDeparture,
} from '#features/stock/server/public.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { addItem } from '../domain/add-item.ts';
import { type CartShop, openCartShop } from '../testing.ts';
import { createAddQueue } from './add-queue.ts';
import { cartByCode, insertLines, linesOfCarts } from './cart-store.ts';
import { freezeItem } from './freeze-item.ts';
import { expireCarts, lockCartForCheckout, markCartOrdered } from './public.ts';

// Each guard is raced by several shops on one database, as several processes would. Beside it stands a twin with the guard
// off, which must fail: a race that nobody can lose shows nothing.

const NOW = new Date('2027-03-01T10:00:00Z');
const END = new Date('2027-03-01T10:15:00Z');
const THURSDAY = new Date('2027-07-22T09:30:00Z');
const SHOPS = 3;

let database: TestDatabase;
let dbs: Db[];
let shops: CartShop[];
let customerId: number;

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

const anyShop = (index: number) => shops[index % SHOPS]!;
const NAMES = 'Ada Grace Alan Edsger Barbara Donald Frances John Margaret Tony'.split(' ');
const holder = (index: number) => ({
  full_name: `${NAMES[index % 10]} ${NAMES[Math.floor(index / 10) % 10]} ${NAMES[Math.floor(index / 100) % 10]}`,
  email: `buyer-${index}@example.org`,
});
const addProduct = (index: number, externalCode: string, more: object = {}) =>
  anyShop(index).call('add-product-to-cart', { external_code: externalCode, ...holder(index), ...more });
const countOf = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

async function expectAgreement() {
  expect(await recountStock(database.db, NOW)).toEqual([]);
}

describe('the last units', () => {
  test('200 buyers at three shops get exactly the 10 there are', async () => {
    const pass = await givenItem(database.db, { capacity: 10 });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => addProduct(index, pass.externalCode)));
    expect(countOf(answers)).toEqual({ 200: 10, 409: 190 });
    expect(await itemCounters(database.db, pass.id)).toEqual({ capacity: 10, sold: 0, held: 10 });
    await expectAgreement();
  });

  test('twin: counting first and writing afterwards, without the lock and the check, oversells', async () => {
    const twin = await givenDatabase();
    try {
      await twin.db.run('alter table shop_items drop constraint shop_items_never_oversold');
      const pass = await givenItem(twin.db, { capacity: 10 });
      const buy = () =>
        twin.db.transaction(async (tx) => {
          const row = await tx.row<{ left: number }>(
            'select capacity - sold - held as left from shop_items where id = $1',
            [pass.id],
          );
          if (row!.left <= 0) return;
          await pause(2);
          await tx.run('update shop_items set held = held + 1 where id = $1', [pass.id]);
        });
      await Promise.all(Array.from({ length: 200 }, buy));
      expect((await itemCounters(twin.db, pass.id)).held).toBeGreaterThan(10);
    } finally {
      await twin.drop();
    }
  });

  test('twin: even without any lock, the table’s own check lets nobody oversell', async () => {
    const pass = await givenItem(database.db, { capacity: 10 });
    const buy = () => database.db.run('update shop_items set held = held + 1 where id = $1', [pass.id]);
    const bought = await Promise.allSettled(Array.from({ length: 30 }, buy));
    expect(bought.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
    await database.db.run('update shop_items set held = 0 where id = $1', [pass.id]);
  });
});

describe('the last seats', () => {
  test('of two departures that share the item’s stock go to as many as there are', async () => {
    const coach = await givenItem(database.db, { travelTimeType: 'selectable', capacity: 12 });
    const seats = [
      await givenDeparture(database.db, coach.id, THURSDAY, 5),
      await givenDeparture(database.db, coach.id, THURSDAY, 9),
    ];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        addProduct(index, coach.externalCode, { transport_time_id: String(seats[index % 2]) }),
      ),
    );
    expect(countOf(answers)).toEqual({ 200: 12, 409: 68 });
    const taken = await Promise.all(seats.map((seat) => departureCounters(database.db, seat)));
    expect(taken[0]!.held).toBeLessThanOrEqual(5);
    expect(taken[1]!.held).toBeLessThanOrEqual(9);
    expect(taken[0]!.held + taken[1]!.held).toBe(12);
    await expectAgreement();
  });

  async function soldSeats() {
    const { db } = database;
    const coach = await givenItem(db, { travelTimeType: 'selectable' });
    const departures = [
      await givenDeparture(db, coach.id, THURSDAY, 12),
      await givenDeparture(db, coach.id, THURSDAY, 12),
    ];
    const held = await db.stockTransaction((tx) =>
      holdStock(
        tx,
        Array.from({ length: 20 }, (_, index) => ({
          itemId: coach.id,
          departureId: departures[index % 2]!,
          heldUntil: END,
        })),
        NOW,
      ),
    );
    const units = held.flatMap((one) => (one.ok ? [one.value] : []));
    await db.stockTransaction((tx) => sellUnits(tx, units, NOW));
    return { coach, departures, units };
  }

  const removeUnits = async (itemId: number) => {
    await database.db.run('delete from stock_units where item_id = $1', [itemId]);
    await database.db.run('update departures set sold = 0 where item_id = $1', [itemId]);
    await database.db.run('update shop_items set sold = 0 where id = $1', [itemId]);
  };

  test('swapped to and fro by everybody at once are neither lost nor doubled', async () => {
    const { coach, departures, units } = await soldSeats();
    const swaps = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        dbs[index % SHOPS]!.stockTransaction((tx) =>
          swapDeparture(tx, units[(index * 7) % 20]!, departures[Math.floor(index / 40) % 2]!, NOW),
        ),
      ),
    );
    const counts = { swapped: swaps.filter((one) => one.ok).length, full: swaps.filter((one) => !one.ok).length };
    expect(counts.swapped).toBeGreaterThan(50);
    expect(counts.full).toBeGreaterThan(0);
    const taken = await Promise.all(departures.map((one) => departureCounters(database.db, one)));
    expect(taken[0]!.sold + taken[1]!.sold).toBe(20);
    expect(Math.max(taken[0]!.sold, taken[1]!.sold)).toBeLessThanOrEqual(12);
    const counted = await recountStock(database.db, NOW);
    expect(counted.filter((one) => one.kind.endsWith('counter'))).toEqual([]);
    await removeUnits(coach.id);
  });

  test('twin: freeing and taking a seat in two steps without a lock loses count', async () => {
    const { coach, departures, units } = await soldSeats();
    await database.db.run('alter table departures drop constraint departures_never_oversold');
    const swap = async (unit: number, to: number) => {
      const { db } = database;
      const from = await db.row<{ departure_id: number }>('select departure_id from stock_units where id = $1', [unit]);
      const target = await departureCounters(db, to);
      if (from!.departure_id === to || target.sold >= 12) return;
      await pause(1);
      await db.run('update stock_units set departure_id = $2 where id = $1', [unit, to]);
      await db.run('update departures set sold = $2 where id = $1', [to, target.sold + 1]);
      await db.run('update departures set sold = sold - 1 where id = $1', [from!.departure_id]);
    };
    await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        swap(units[(index * 7) % 20]!, departures[Math.floor(index / 40) % 2]!),
      ),
    );
    const differences = (await recountStock(database.db, NOW)).filter((one) => one.kind === 'departure_counter');
    expect(differences).not.toEqual([]);
    await removeUnits(coach.id);
    await database.db.run(
      'alter table departures add constraint departures_never_oversold check (capacity is null or sold + held <= capacity)',
    );
  });
});

describe('one cart used from many places at once', () => {
  async function anEmptyCart(): Promise<string> {
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    const { cart } = (await shops[0]!.call('add-merchandise-to-cart', { external_code: tee.externalCode })).body;
    await shops[0]!.call('remove-merchandise-from-cart', {
      cart: cart.code,
      cart_merchandise_id: cart.merchandise[0]!.id,
    });
    return cart.code;
  }

  test('30 parallel adds keep the limit per order', async () => {
    const lodge = await givenItem(database.db, { capacity: 100, limitPerOrder: 3 });
    const cart = await anEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => addProduct(index, lodge.externalCode, { cart })),
    );
    expect(countOf(answers)).toEqual({ 200: 3, 409: 27 });
    expect((await itemCounters(database.db, lodge.id)).held).toBe(3);
    await expectAgreement();
  });

  test('twin: deciding by the lines of an unlocked cart breaks the limit', async () => {
    const lodge = await givenItem(database.db, { capacity: 100, limitPerOrder: 3 });
    const code = await anEmptyCart();
    const item = (await itemForSale(database.db, lodge.externalCode))!;
    const add = (index: number) =>
      dbs[index % SHOPS]!.stockTransaction(async (tx) => {
        const cart = (await cartByCode(tx, code))!;
        const lines = (await linesOfCarts(tx, [cart.id])).map((line) => ({
          externalCode: line.frozen.externalCode,
          hasPaymentPlan: false,
          fullName: line.fullName,
        }));
        const allowed = addItem(lines, { ...item, hasPaymentPlan: false }, holder(index).full_name);
        if (!allowed.ok) return;
        await pause(2);
        const [unit] = await holdStock(tx, [{ itemId: item.id, departureId: null, heldUntil: cart.expiresAt }], NOW);
        if (!unit?.ok) return;
        await insertLines(tx, [
          {
            ...item,
            cart: { ...cart, id: cart.id },
            itemId: item.id,
            departureId: null,
            unitId: unit.value,
            fullName: holder(index).full_name,
            email: holder(index).email,
            age: null,
            frozen: freezeItem(item, null),
            requestKey: null,
          },
        ]);
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => add(index)));
    expect((await itemCounters(database.db, lodge.id)).held).toBeGreaterThan(3);
  });

  test('a payment plan and another item never get in together', async () => {
    const plan = await givenItem(database.db, { paymentPlan: [{ amount: 10_500 }] });
    const pass = await givenItem(database.db);
    for (let round = 0; round < 15; round += 1) {
      const cart = await anEmptyCart();
      const answers = await Promise.all([
        addProduct(0, plan.externalCode, { cart }),
        addProduct(1, pass.externalCode, { cart }),
        addProduct(2, plan.externalCode, { cart }),
      ]);
      expect(countOf(answers)).toEqual({ 200: 1, 409: 2 });
    }
    await expectAgreement();
  });

  test('the same holder gets in once', async () => {
    const pass = await givenItem(database.db);
    const cart = await anEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => addProduct(index, pass.externalCode, { cart, ...holder(0) })),
    );
    expect(countOf(answers)).toEqual({ 200: 1, 422: 11 });
  });

  test('one line removed by many returns one unit', async () => {
    const pass = await givenItem(database.db, { capacity: 5 });
    const { cart } = (await addProduct(0, pass.externalCode)).body;
    await addProduct(1, pass.externalCode, { cart: cart.code });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        anyShop(index).call('remove-product-from-cart', { cart: cart.code, cart_product_id: cart.products[0]!.id }),
      ),
    );
    expect(countOf(answers)).toEqual({ 200: 1, 404: 11 });
    expect((await itemCounters(database.db, pass.id)).held).toBe(1);
    await expectAgreement();
  });

  test('20 parallel extensions count as ten', async () => {
    const cart = await anEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => anyShop(index).call('extend-cart', { cart })),
    );
    expect(countOf(answers)).toEqual({ 200: 10, 409: 10 });
  });

  test('two customers who use it at the same moment: it belongs to one of them', async () => {
    const other = await database.db.row<{ id: number }>(
      `insert into customers (email, email_key, full_name, created_at)
       values ('b@example.org', 'b@example.org', 'B', now())
       returning id`,
    );
    for (let round = 0; round < 10; round += 1) {
      const cart = await anEmptyCart();
      const answers = await Promise.all([
        shops[0]!.call('get-cart', { cart, token: `customer-${customerId}` }),
        shops[1]!.call('get-cart', { cart, token: `customer-${other!.id}` }),
      ]);
      expect(countOf(answers)).toEqual({ 200: 1, 404: 1 });
    }
  });
});

describe('adds that go together in one transaction', () => {
  test('are each answered by themselves: what is right, what is refused, and each cart with its own item', async () => {
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

  test('one that fails in the database spoils no other', async () => {
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    const pass = await givenItem(database.db);
    const broken = (await addProduct(0, pass.externalCode)).body.cart;
    // Its hold has been swept away by a process whose clock is ahead.
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

  const loadShop = async () => ({ public: shops[0]!.switches }) as unknown as Shop;
  const ticketFor = (index: number, externalCode: string) =>
    ({
      kind: 'tickets',
      externalCode,
      cartCode: null,
      customerId: null,
      holder: { fullName: holder(index).full_name, email: 'a@example.org', age: null, transportTimeId: null },
    }) as const;

  test('also when they want different items: forty buyers of twenty items take a handful of transactions', async () => {
    const items = await Promise.all(Array.from({ length: 20 }, () => givenItem(database.db, { capacity: 2 })));
    let transactions = 0;
    const db: Db = {
      ...dbs[0]!,
      stockTransaction(work, options) {
        transactions += 1;
        return dbs[0]!.stockTransaction(work, options);
      },
    };
    const add = createAddQueue({ db, loadShop });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => add(ticketFor(index, items[index % 20]!.externalCode), NOW)),
    );
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(transactions).toBeLessThanOrEqual(6);
    for (const item of items) expect((await itemCounters(database.db, item.id)).held).toBe(2);
    await expectAgreement();
  });

  test('given an item whose lock somebody keeps, then only its own buyers wait for it', async () => {
    const add = createAddQueue({ db: dbs[0]!, loadShop });
    const [kept, free] = [await givenItem(database.db), await givenItem(database.db)];
    const before = [await givenItem(database.db), await givenItem(database.db)];
    const waiting = await database.db.transaction(async (tx) => {
      await tx.run('select 1 from shop_items where id = $1 for no key update', [kept.id]);
      // Those of two other items are under way already, so that these wait together.
      for (const item of before) void add(ticketFor(0, item.externalCode), NOW);
      const asked = Array.from({ length: 8 }, (_, index) =>
        add(ticketFor(index, (index % 2 ? free : kept).externalCode), NOW),
      );
      const buyersOf = (remainder: number) => Promise.all(asked.filter((_, index) => index % 2 === remainder));
      expect((await buyersOf(1)).every((answer) => answer.ok)).toBe(true);
      return { buyersOfKept: buyersOf(0) };
    });
    expect((await waiting.buyersOfKept).every((answer) => answer.ok)).toBe(true);
    for (const item of [kept, free]) expect((await itemCounters(database.db, item.id)).held).toBe(4);
    await expectAgreement();
  });

  test('more than a process can take are asked to come again', async () => {
    const pass = await givenItem(database.db);
    const add = createAddQueue({ db: dbs[0]!, loadShop, mostWaiting: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add(ticketFor(index, pass.externalCode), NOW)),
    );
    expect(answers.map((answer) => (answer.ok ? 'added' : answer.error.kind))).toEqual([
      ...Array.from({ length: 6 }, () => 'added'),
      ...Array.from({ length: 14 }, () => 'overloaded'),
    ]);
  });
});

describe('the last millisecond of a cart', () => {
  const BEFORE_END = new Date(END.getTime() - 1);

  test('checkout against expiry: ordered or freed, never both and never neither', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    const seen = { ordered: 0, freed: 0 };
    for (let round = 0; round < 30; round += 1) {
      const { body, status } = await addProduct(round, pass.externalCode);
      expect(status).toBe(200);
      const checkout = dbs[0]!.stockTransaction(async (tx) => {
        const cart = await lockCartForCheckout(tx, body.cart.code, customerId, BEFORE_END);
        if (!cart.ok) return [];
        const units = cart.value.lines.map((line) => line.unitId);
        const sold = await sellUnits(tx, units, BEFORE_END);
        if (!sold.ok) return [];
        await markCartOrdered(tx, cart.value.id);
        return units;
      });
      const sweep = (async () => {
        await pause(round % 3);
        await Promise.all([expireCarts(dbs[1]!).run(END), releaseExpiredHolds(dbs[2]!).run(END)]);
      })();
      const [units] = await Promise.all([checkout, sweep]);
      await releaseExpiredHolds(dbs[2]!).run(END);
      const counters = await itemCounters(database.db, pass.id);
      expect(counters).toEqual({ capacity: 1, sold: units.length, held: 0 });
      seen[units.length > 0 ? 'ordered' : 'freed'] += 1;
      // No order stands behind these sales; the next round needs the unit.
      await database.db.run('delete from stock_units where item_id = $1', [pass.id]);
      await database.db.run('update shop_items set sold = 0 where id = $1', [pass.id]);
    }
    expect(seen.ordered + seen.freed).toBe(30);
  });

  test('given expired holds only, when many ask at once and no worker runs, then exactly what was held is sold again', async () => {
    const pass = await givenItem(database.db, { capacity: 6 });
    await Promise.all(Array.from({ length: 6 }, (_, index) => addProduct(index, pass.externalCode)));
    for (const shop of shops) shop.setNow(END);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => addProduct(index, pass.externalCode)));
    for (const shop of shops) shop.setNow(NOW);
    expect(countOf(answers)).toEqual({ 200: 6, 409: 54 });
    expect((await itemCounters(database.db, pass.id)).held).toBe(6);
  });

  test('an add and the sweep of its other holds: the cart is whole or gone', async () => {
    for (let round = 0; round < 20; round += 1) {
      const pass = await givenItem(database.db);
      const tee = await givenItem(database.db, { kind: 'merchandise' });
      const { cart } = (await addProduct(0, pass.externalCode)).body;
      shops[0]!.setNow(BEFORE_END);
      const [added] = await Promise.all([
        shops[0]!.call('add-merchandise-to-cart', { cart: cart.code, external_code: tee.externalCode }),
        releaseExpiredHolds(dbs[1]!).run(END),
        expireCarts(dbs[2]!).run(END),
      ]);
      shops[0]!.setNow(NOW);
      const held = (await itemCounters(database.db, pass.id)).held + (await itemCounters(database.db, tee.id)).held;
      if (added.status === 200) expect(held).toBe(2);
      else {
        expect(added.status).toBe(410);
        expect((await itemCounters(database.db, tee.id)).held).toBe(0);
      }
    }
  });
});

test('a code that two carts would share is refused by the table', async () => {
  const code = randomChecksum();
  const insert = () =>
    database.db.run('insert into carts (code, first_added_at, expires_at) values ($1, $2, $3)', [code, NOW, END]);
  await insert();
  await expect(insert()).rejects.toThrow(/duplicate key/);
});
