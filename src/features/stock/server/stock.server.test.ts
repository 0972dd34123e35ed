import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { departureCounters, givenDeparture, givenItem, itemCounters } from '../testing.ts';
import {
  extendHolds,
  type HoldAnswer,
  holdStock,
  recountStock,
  releaseExpiredHolds,
  releaseUnits,
  sellUnits,
  swapDeparture,
  takeUnits,
} from './public.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const LATER = new Date('2027-03-01T10:15:00Z');
const AFTER = new Date('2027-03-01T10:15:00.001Z');
const THURSDAY = new Date('2027-07-22T09:30:00Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());

const idsOf = (answers: readonly HoldAnswer[]): number[] =>
  answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
const kindsOf = (answers: readonly HoldAnswer[]) => answers.map((answer) => (answer.ok ? 'held' : answer.error.kind));

const hold = (itemId: number, departureId: number | null = null, heldUntil = LATER) => ({
  itemId,
  departureId,
  heldUntil,
});

/** Differences in the counters. Units in these tests belong to no cart or order. */
async function counterDifferences() {
  const all = await recountStock(database.db, NOW);
  return all.filter((one) => one.kind.endsWith('_counter') || one.kind.endsWith('_capacity'));
}

describe('holding stock', () => {
  test('the first two of three requests for two units receive them, and the third none', async () => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 2 });
    const answers = await db.stockTransaction((tx) =>
      holdStock(tx, [hold(item.id), hold(item.id), hold(item.id)], NOW),
    );
    expect(kindsOf(answers)).toEqual(['held', 'held', 'sold_out']);
    expect(await itemCounters(db, item.id)).toEqual({ capacity: 2, sold: 0, held: 2 });
    expect(await counterDifferences()).toEqual([]);
  });

  test('the answers come in the order of the requests, over several items', async () => {
    const { db } = database;
    const [one, other] = [await givenItem(db, { capacity: 5 }), await givenItem(db, { capacity: 5 })];
    const answers = await db.stockTransaction((tx) =>
      holdStock(tx, [hold(other.id), hold(one.id), hold(other.id)], NOW),
    );
    const rows = await db.rows<{ id: number; item_id: number }>(
      'select id, item_id from stock_units where id = any($1)',
      [idsOf(answers)],
    );
    const itemOf = new Map(rows.map((row) => [row.id, row.item_id]));
    expect(idsOf(answers).map((id) => itemOf.get(id))).toEqual([other.id, one.id, other.id]);
  });

  test('a unit takes its item and its seat together, or neither', async () => {
    const { db } = database;
    const coach = await givenItem(db, { travelTimeType: 'selectable', capacity: 10 });
    const full = await givenDeparture(db, coach.id, THURSDAY, 0);
    const free = await givenDeparture(db, coach.id, THURSDAY, 1);
    const answers = await db.stockTransaction((tx) =>
      holdStock(tx, [hold(coach.id, full), hold(coach.id, free), hold(coach.id, free)], NOW),
    );
    expect(kindsOf(answers)).toEqual(['departure_sold_out', 'held', 'departure_sold_out']);
    expect(await itemCounters(db, coach.id)).toEqual({ capacity: 10, sold: 0, held: 1 });
    expect(await departureCounters(db, free)).toEqual({ capacity: 1, sold: 0, held: 1 });
  });

  test('unlimited stock stays unlimited and is still counted', async () => {
    const { db } = database;
    const poster = await givenItem(db);
    await db.stockTransaction((tx) =>
      holdStock(
        tx,
        Array.from({ length: 40 }, () => hold(poster.id)),
        NOW,
      ),
    );
    expect(await itemCounters(db, poster.id)).toEqual({ capacity: null, sold: 0, held: 40 });
  });

  test('a withdrawn item, a departure that has left and one of another item are refused', async () => {
    const { db } = database;
    const gone = await givenItem(db, { capacity: 5 });
    await db.run('update shop_items set is_active = false where id = $1', [gone.id]);
    const [coach, other] = [await givenItem(db), await givenItem(db)];
    const left = await givenDeparture(db, coach.id, NOW, 5);
    const foreign = await givenDeparture(db, other.id, THURSDAY, 5);
    const answers = await db.stockTransaction((tx) =>
      holdStock(tx, [hold(gone.id), hold(coach.id, left), hold(coach.id, foreign), hold(999_999_999)], NOW),
    );
    expect(kindsOf(answers)).toEqual(['item_withdrawn', 'departure_gone', 'departure_unknown', 'item_withdrawn']);
  });

  test('a request for a sold-out item frees its expired holds immediately, without the job', async () => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 1 });
    await db.stockTransaction((tx) => holdStock(tx, [hold(item.id)], NOW));
    const early = await db.stockTransaction((tx) => holdStock(tx, [hold(item.id)], new Date(LATER.getTime() - 1)));
    expect(kindsOf(early)).toEqual(['sold_out']);
    const inTime = await db.stockTransaction((tx) =>
      holdStock(tx, [hold(item.id, null, new Date(LATER.getTime() + 60_000))], LATER),
    );
    expect(kindsOf(inTime)).toEqual(['held']);
    expect(await itemCounters(db, item.id)).toEqual({ capacity: 1, sold: 0, held: 1 });
  });
});

test('a request for a seat frees its departure’s expired holds, even behind a large backlog', async () => {
  const { db } = database;
  const coach = await givenItem(db, { travelTimeType: 'selectable' });
  const other = await givenDeparture(db, coach.id, THURSDAY);
  const wanted = await givenDeparture(db, coach.id, THURSDAY, 1);
  const backlog = Array.from({ length: 1_200 }, () => hold(coach.id, other));
  await db.stockTransaction((tx) => holdStock(tx, [...backlog, hold(coach.id, wanted)], NOW));
  const answers = await db.stockTransaction((tx) => holdStock(tx, [hold(coach.id, wanted, AFTER)], LATER));
  expect(kindsOf(answers)).toEqual(['held']);
});

describe('selling held units', () => {
  test('moves them from held to sold in both counters, and they no longer expire', async () => {
    const { db } = database;
    const coach = await givenItem(db, { travelTimeType: 'selectable', capacity: 3 });
    const seat = await givenDeparture(db, coach.id, THURSDAY, 2);
    const units = idsOf(
      await db.stockTransaction((tx) => holdStock(tx, [hold(coach.id, seat), hold(coach.id, seat)], NOW)),
    );
    expect(await db.stockTransaction((tx) => sellUnits(tx, units, NOW))).toEqual({ ok: true, value: undefined });
    expect(await itemCounters(db, coach.id)).toEqual({ capacity: 3, sold: 2, held: 0 });
    expect(await departureCounters(db, seat)).toEqual({ capacity: 2, sold: 2, held: 0 });
    await releaseExpiredHolds(db).run(new Date('2027-12-01T00:00:00Z'));
    expect((await itemCounters(db, coach.id)).sold).toBe(2);
  });

  test.each([
    [
      'one has ended',
      async (units: number[]) => {
        await database.db.run('update stock_units set held_until = $2 where id = $1', [units[0], NOW]);
      },
    ],
    [
      'one was freed',
      async (units: number[]) => {
        await database.db.stockTransaction((tx) => releaseUnits(tx, [units[0]!]));
      },
    ],
    [
      'one is sold already',
      async (units: number[]) => {
        await database.db.stockTransaction((tx) => sellUnits(tx, [units[0]!], NOW));
      },
    ],
  ])('sells none if %s', async (_, spoil) => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 5 });
    const units = idsOf(await db.stockTransaction((tx) => holdStock(tx, [hold(item.id), hold(item.id)], NOW)));
    await spoil(units);
    const before = await itemCounters(db, item.id);
    const sold = await db.stockTransaction((tx) => sellUnits(tx, units, NOW));
    expect(sold).toEqual({ ok: false, error: { kind: 'hold_expired' } });
    expect(await itemCounters(db, item.id)).toEqual(before);
    expect(await counterDifferences()).toEqual([]);
  });
});

describe('taking units for a late payment', () => {
  test('takes all of them or none', async () => {
    const { db } = database;
    const [plenty, last] = [await givenItem(db, { capacity: 5 }), await givenItem(db, { capacity: 1 })];
    const request = (itemId: number) => ({ itemId, departureId: null });
    const refused = await db.stockTransaction((tx) =>
      takeUnits(tx, [request(plenty.id), request(last.id), request(last.id)], NOW),
    );
    expect(refused).toEqual({ ok: false, error: { kind: 'sold_out' } });
    expect(await itemCounters(db, plenty.id)).toEqual({ capacity: 5, sold: 0, held: 0 });

    const taken = await db.stockTransaction((tx) => takeUnits(tx, [request(plenty.id), request(last.id)], NOW));
    expect(taken.ok && taken.value.length).toBe(2);
    expect(await itemCounters(db, last.id)).toEqual({ capacity: 1, sold: 1, held: 0 });
  });
});

describe('returning units', () => {
  test('held and sold units are subtracted from both counters, and a second return changes nothing', async () => {
    const { db } = database;
    const coach = await givenItem(db, { travelTimeType: 'selectable', capacity: 2 });
    const seat = await givenDeparture(db, coach.id, THURSDAY, 2);
    const units = idsOf(
      await db.stockTransaction((tx) => holdStock(tx, [hold(coach.id, seat), hold(coach.id, seat)], NOW)),
    );
    await db.stockTransaction((tx) => sellUnits(tx, [units[0]!], NOW));
    expect(await db.stockTransaction((tx) => releaseUnits(tx, units))).toBe(2);
    expect(await db.stockTransaction((tx) => releaseUnits(tx, units))).toBe(0);
    expect(await itemCounters(db, coach.id)).toEqual({ capacity: 2, sold: 0, held: 0 });
    expect(await departureCounters(db, seat)).toEqual({ capacity: 2, sold: 0, held: 0 });
  });

  test('returned units stay off sale while more are taken than the lowered capacity', async () => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 10 });
    const units = idsOf(
      await db.stockTransaction((tx) =>
        holdStock(
          tx,
          Array.from({ length: 8 }, () => hold(item.id)),
          NOW,
        ),
      ),
    );
    await db.run('update shop_items set capacity_wanted = 6, capacity = greatest(6, sold + held) where id = $1', [
      item.id,
    ]);
    await db.stockTransaction((tx) => releaseUnits(tx, units.slice(0, 1)));
    expect(await itemCounters(db, item.id)).toEqual({ capacity: 7, sold: 0, held: 7 });
    await db.stockTransaction((tx) => releaseUnits(tx, units.slice(1, 4)));
    expect(await itemCounters(db, item.id)).toEqual({ capacity: 6, sold: 0, held: 4 });
    expect(await counterDifferences()).toEqual([]);
  });
});

describe('changing the departure of a unit', () => {
  async function twoDepartures(capacities: [number, number], { isSold } = { isSold: true }) {
    const { db } = database;
    const coach = await givenItem(db, { travelTimeType: 'selectable', capacity: 10 });
    const from = await givenDeparture(db, coach.id, THURSDAY, capacities[0]);
    const to = await givenDeparture(db, coach.id, new Date(THURSDAY.getTime() + 3_600_000), capacities[1]);
    const [unit] = idsOf(await db.stockTransaction((tx) => holdStock(tx, [hold(coach.id, from)], NOW)));
    if (isSold) await db.stockTransaction((tx) => sellUnits(tx, [unit!], NOW));
    return { db, coach, from, to, unit: unit! };
  }

  test.each([true, false])('takes the new seat and frees the old one (sold: %s)', async (isSold) => {
    const { db, coach, from, to, unit } = await twoDepartures([1, 1], { isSold });
    const swapped = await db.stockTransaction((tx) => swapDeparture(tx, unit, to, NOW));
    expect(swapped).toEqual({ ok: true, value: { departsAt: new Date(THURSDAY.getTime() + 3_600_000) } });
    const taken = isSold ? { sold: 1, held: 0 } : { sold: 0, held: 1 };
    expect(await departureCounters(db, from)).toEqual({ capacity: 1, sold: 0, held: 0 });
    expect(await departureCounters(db, to)).toEqual({ capacity: 1, ...taken });
    expect(await itemCounters(db, coach.id)).toEqual({ capacity: 10, ...taken });
  });

  test('to a full one is refused and changes nothing', async () => {
    const { db, from, to, unit } = await twoDepartures([1, 0]);
    const swapped = await db.stockTransaction((tx) => swapDeparture(tx, unit, to, NOW));
    expect(swapped).toEqual({ ok: false, error: { kind: 'departure_sold_out' } });
    expect(await departureCounters(db, from)).toEqual({ capacity: 1, sold: 1, held: 0 });
  });

  test('to the same departure changes nothing, even if it is full', async () => {
    const { db, from, unit } = await twoDepartures([1, 0]);
    expect((await db.stockTransaction((tx) => swapDeparture(tx, unit, from, NOW))).ok).toBe(true);
    expect(await departureCounters(db, from)).toEqual({ capacity: 1, sold: 1, held: 0 });
  });

  test('to one full of expired holds frees them first', async () => {
    const { db, coach, to, unit } = await twoDepartures([1, 1]);
    await db.stockTransaction((tx) => holdStock(tx, [hold(coach.id, to, NOW)], new Date(NOW.getTime() - 1)));
    expect((await db.stockTransaction((tx) => swapDeparture(tx, unit, to, NOW))).ok).toBe(true);
    expect(await departureCounters(db, to)).toEqual({ capacity: 1, sold: 1, held: 0 });
  });

  test('to one that has left or belongs to another item is refused', async () => {
    const { db, coach, unit } = await twoDepartures([1, 1]);
    const left = await givenDeparture(db, coach.id, NOW, 5);
    const foreign = await givenDeparture(db, (await givenItem(db)).id, THURSDAY, 5);
    const swap = (to: number) => db.stockTransaction((tx) => swapDeparture(tx, unit, to, NOW));
    expect(await swap(left)).toEqual({ ok: false, error: { kind: 'departure_gone' } });
    expect(await swap(foreign)).toEqual({ ok: false, error: { kind: 'departure_unknown' } });
  });

  test('of a hold that has ended is refused', async () => {
    const { db, to, unit } = await twoDepartures([1, 1], { isSold: false });
    const swapped = await db.stockTransaction((tx) => swapDeparture(tx, unit, to, LATER));
    expect(swapped).toEqual({ ok: false, error: { kind: 'hold_expired' } });
  });
});

describe('the expiry of holds', () => {
  test('the job frees expired holds, and none a millisecond early', async () => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 3 });
    const units = idsOf(await db.stockTransaction((tx) => holdStock(tx, [hold(item.id), hold(item.id)], NOW)));
    await db.transaction((tx) => extendHolds(tx, [{ unitId: units[1]!, heldUntil: AFTER }]));
    const job = releaseExpiredHolds(db);
    await job.run(new Date(LATER.getTime() - 1));
    expect((await itemCounters(db, item.id)).held).toBe(2);
    await job.run(LATER);
    expect((await itemCounters(db, item.id)).held).toBe(1);
    await job.run(AFTER);
    expect((await itemCounters(db, item.id)).held).toBe(0);
    expect(await job.run(AFTER)).toBe(0);
  });

  test('extending fails if one of the holds is gone', async () => {
    const { db } = database;
    const untilAfter = (ids: readonly number[]) => ids.map((unitId) => ({ unitId, heldUntil: AFTER }));
    const item = await givenItem(db, { capacity: 3 });
    const units = idsOf(await db.stockTransaction((tx) => holdStock(tx, [hold(item.id), hold(item.id)], NOW)));
    expect(await db.transaction((tx) => extendHolds(tx, untilAfter(units)))).toBe(true);
    await db.stockTransaction((tx) => releaseUnits(tx, [units[0]!]));
    expect(await db.transaction((tx) => extendHolds(tx, untilAfter(units)))).toBe(false);
  });

  test('a locked item does not delay the job', async () => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 3 });
    await db.stockTransaction((tx) => holdStock(tx, [hold(item.id)], NOW));
    await db.transaction(async (tx) => {
      await tx.run('select from shop_items where id = $1 for update', [item.id]);
      expect(await releaseExpiredHolds(db).run(LATER)).toBe(0);
    });
    expect(await releaseExpiredHolds(db).run(LATER)).toBe(1);
  });
});

describe('the recount', () => {
  test.each([
    ['a wrong counter of an item', 'update shop_items set held = held + 1 where id = $1', 'item_counter'],
    ['a wrong counter of a departure', 'update departures set sold = sold + 1 where item_id = $1', 'departure_counter'],
    ['a wrong capacity', 'update shop_items set capacity = capacity + 1 where id = $1', 'item_capacity'],
    [
      'a hold in no cart',
      `insert into stock_units (item_id, status, held_until) values ($1, 'held', '2099-01-01')`,
      'hold_without_line',
    ],
    ['a sale in no order', `insert into stock_units (item_id, status) values ($1, 'sold')`, 'sale_without_order'],
  ])('finds %s', async (_, damage, kind) => {
    const { db } = database;
    const item = await givenItem(db, { capacity: 5 });
    await givenDeparture(db, item.id, THURSDAY, 5);
    const before = await recountStock(db, NOW);
    await db.run(damage, [item.id]);
    const found = (await recountStock(db, NOW)).filter(
      (one) => !before.some((old) => old.subject === one.subject && old.kind === one.kind),
    );
    expect(found.map((one) => one.kind)).toContain(kind);
  });
});
