import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  holdStock,
  recountStock,
  releaseExpiredHolds,
  sellUnits,
  swapDeparture,
} from '#features/stock/server/public.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '#features/stock/testing.ts';
import { valuesOf } from '#kernel/result.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import {
  addProduct,
  CART_EXPIRY,
  countOf,
  customerId,
  database,
  dbs,
  expectAgreement,
  givenCartRaces,
  NOW,
  SHOPS,
  shops,
  THURSDAY,
} from '../../../../test/support/cart-races.ts';
import { givenDatabase } from '../../../../test/support/database.ts';
import { expireCarts, lockCartsForCheckout, markCartsOrdered } from './public.ts';

givenCartRaces();

describe('the last units', () => {
  test('200 buyers at three shop processes get exactly the 10 available units', async () => {
    const pass = await givenItem(database.db, { capacity: 10 });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => addProduct(index, pass.externalCode)));
    expect(countOf(answers)).toEqual({ 200: 10, 409: 190 });
    expect(await itemCounters(database.db, pass.id)).toEqual({ capacity: 10, sold: 0, held: 10 });
    await expectAgreement();
  });

  test('counting before writing oversells without the lock and the check', async () => {
    const twin = await givenDatabase();
    try {
      await twin.db.run('alter table shop_items drop constraint shop_items_never_oversold');
      const pass = await givenItem(twin.db, { capacity: 1 });
      let counted = 0;
      const buy = () =>
        twin.db.transaction(async (tx) => {
          const row = await tx.row<{ free: number }>(
            'select capacity - sold - held as free from shop_items where id = $1',
            [pass.id],
          );
          counted += 1;
          // Both have counted before either writes.
          await vi.waitUntil(() => counted === 2, { timeout: 20_000, interval: 1 });
          if (row!.free > 0) await tx.run('update shop_items set held = held + 1 where id = $1', [pass.id]);
        });
      await Promise.all([buy(), buy()]);
      expect((await itemCounters(twin.db, pass.id)).held).toBe(2);
    } finally {
      await twin.drop();
    }
  });

  test('without any lock, the table’s own check still prevents overselling', async () => {
    const pass = await givenItem(database.db, { capacity: 10 });
    const buy = () => database.db.run('update shop_items set held = held + 1 where id = $1', [pass.id]);
    const bought = await Promise.allSettled(Array.from({ length: 30 }, buy));
    expect(bought.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
    await database.db.run('update shop_items set held = 0 where id = $1', [pass.id]);
  });
});

describe('the last seats', () => {
  test('of two departures that share the item’s stock are all sold, but never oversold', async () => {
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
          heldUntil: CART_EXPIRY,
        })),
        NOW,
      ),
    );
    const units = valuesOf(held);
    await db.stockTransaction((tx) => sellUnits(tx, units, NOW));
    return { coach, departures, units };
  }

  const removeUnits = async (itemId: number) => {
    await database.db.run('delete from stock_units where item_id = $1', [itemId]);
    await database.db.run('update departures set sold = 0 where item_id = $1', [itemId]);
    await database.db.run('update shop_items set sold = 0 where id = $1', [itemId]);
  };

  test('are neither lost nor duplicated by many simultaneous swaps', async () => {
    const { coach, departures, units } = await soldSeats();
    // As many at a time as the shops have connections for stock, because the others would only wait for one of these.
    const LANES = 4 * SHOPS;
    const swaps: { ok: boolean }[] = [];
    const swapInTurn = async (lane: number) => {
      for (let index = lane; index < 200; index += LANES) {
        const [unit, to] = [units[(index * 7) % 20]!, departures[Math.floor(index / 40) % 2]!];
        swaps.push(await dbs[index % SHOPS]!.stockTransaction((tx) => swapDeparture(tx, unit, to, NOW)));
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, lane) => swapInTurn(lane)));
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

  test('freeing and taking a seat in two steps without a lock corrupts the count', async () => {
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

describe('in the last millisecond of a cart', () => {
  const BEFORE_EXPIRY = new Date(CART_EXPIRY.getTime() - 1);

  test('either a checkout or the expiry wins: the items are ordered or freed, never both', async () => {
    const pass = await givenItem(database.db, { capacity: 1 });
    const seen = { ordered: 0, freed: 0 };
    for (let round = 0; round < 30; round += 1) {
      const { body, status } = await addProduct(round, pass.externalCode);
      expect(status).toBe(200);
      const checkout = dbs[0]!.stockTransaction(async (tx) => {
        const carts = await lockCartsForCheckout(tx, [{ code: body.cart.code, customerId }], BEFORE_EXPIRY);
        const cart = carts.ok ? carts.value[0] : undefined;
        if (!cart?.ok) return [];
        const units = cart.value.lines.map((line) => line.unitId);
        const sold = await sellUnits(tx, units, BEFORE_EXPIRY);
        if (!sold.ok) return [];
        await markCartsOrdered(tx, [cart.value.id]);
        return units;
      });
      const sweep = (async () => {
        await pause(round % 3);
        await Promise.all([expireCarts(dbs[1]!).run(CART_EXPIRY), releaseExpiredHolds(dbs[2]!).run(CART_EXPIRY)]);
      })();
      const [units] = await Promise.all([checkout, sweep]);
      await releaseExpiredHolds(dbs[2]!).run(CART_EXPIRY);
      const counters = await itemCounters(database.db, pass.id);
      expect(counters).toEqual({ capacity: 1, sold: units.length, held: 0 });
      seen[units.length > 0 ? 'ordered' : 'freed'] += 1;
      // These sales have no orders; the next round needs the unit.
      await database.db.run('delete from stock_units where item_id = $1', [pass.id]);
      await database.db.run('update shop_items set sold = 0 where id = $1', [pass.id]);
    }
    expect(seen.ordered + seen.freed).toBe(30);
  });

  test('units whose holds have expired can be held again, each once, before the worker releases them', async () => {
    const pass = await givenItem(database.db, { capacity: 6 });
    await Promise.all(Array.from({ length: 6 }, (_, index) => addProduct(index, pass.externalCode)));
    for (const shop of shops) shop.setNow(CART_EXPIRY);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => addProduct(index, pass.externalCode)));
    for (const shop of shops) shop.setNow(NOW);
    expect(countOf(answers)).toEqual({ 200: 6, 409: 54 });
    expect((await itemCounters(database.db, pass.id)).held).toBe(6);
  });

  test('adding an item while the cart’s other holds are released leaves the cart complete or gone', async () => {
    for (let round = 0; round < 20; round += 1) {
      const pass = await givenItem(database.db);
      const tee = await givenItem(database.db, { kind: 'merchandise' });
      const { cart } = (await addProduct(0, pass.externalCode)).body;
      shops[0]!.setNow(BEFORE_EXPIRY);
      const [added] = await Promise.all([
        shops[0]!.call('add-merchandise-to-cart', { cart: cart.code, external_code: tee.externalCode }),
        releaseExpiredHolds(dbs[1]!).run(CART_EXPIRY),
        expireCarts(dbs[2]!).run(CART_EXPIRY),
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

test('the table refuses a cart with another cart’s code', async () => {
  const code = randomChecksum();
  const insert = () =>
    database.db.run('insert into carts (code, first_added_at, expires_at) values ($1, $2, $3)', [
      code,
      NOW,
      CART_EXPIRY,
    ]);
  await insert();
  await expect(insert()).rejects.toThrow(/duplicate key/);
});
