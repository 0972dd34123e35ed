import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { type CachedItems, itemsWithCounters, knownItemsWithCounters, readItems } from './cached-items.ts';
import { stockCounters } from './catalogue-store.ts';
import { shopItem } from './shop-items.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
let database: TestDatabase;
let before: CachedItems;

beforeAll(async () => {
  database = await givenDatabase();
  const imported = await importShopFolder({ db: database.db, folder: 'demo', imagesFolder: null, now: NOW });
  expect(imported.ok).toBe(true);
});
afterAll(() => database.drop());
beforeEach(async () => {
  before = await readItems(database.db, NOW);
});

const newestItems = async (kept: CachedItems, now: Date) =>
  itemsWithCounters(kept, await stockCounters(database.db), now)!;

/** Expects the same items as a read without a cache. */
async function expectCurrentItems(kept: CachedItems, now = NOW): Promise<void> {
  expect(kept.items.map(({ item }) => item)).toEqual((await readItems(database.db, now)).items.map(({ item }) => item));
  for (const { item, json } of kept.items) expect(JSON.parse(json)).toEqual(item);
}
const departureOf = async (code: string) =>
  (await database.db.row<{ id: number; departs_at: Date }>(
    'select id, departs_at from departures where item_id = (select id from shop_items where external_code = $1) order by departs_at',
    [code],
  ))!;

test('the same object is returned if nothing has changed', async () => {
  expect(await newestItems(before, NOW)).toBe(before);
});

test('only the items whose unit or seat was sold are rebuilt', async () => {
  await database.db.run("update shop_items set sold = sold + 1 where external_code = 'saturday'");
  await database.db.run('update departures set held = held + 1 where id = $1', [
    (await departureOf('coach-amsterdam')).id,
  ]);
  const after = await newestItems(before, NOW);
  await expectCurrentItems(after);
  const moved = after.items.filter((item, index) => item !== before.items[index]).map(({ item }) => item.external_code);
  expect(moved).toEqual(['saturday', 'coach-amsterdam']);
});

test('a sale that was undone during a full read leaves no trace', async () => {
  const sell = (units: number) =>
    database.db.run("update shop_items set sold = sold + $1 where external_code = 'saturday'", [units]);
  const meanwhile: Db = {
    ...database.db,
    async rows(text, parameters) {
      await sell(1);
      const rows = await database.db.rows(text, parameters);
      await sell(-1);
      return rows as never;
    },
  };
  const kept = await readItems(meanwhile, NOW);
  await expectCurrentItems(kept);
  await expectCurrentItems(await newestItems(kept, NOW));
});

test('everything is read again if an item is withdrawn during a full read', async () => {
  let reads = 0;
  const setActive = (isActive: boolean) =>
    database.db.run("update shop_items set is_active = $1 where external_code = 'poster-a2'", [isActive]);
  const meanwhile: Db = {
    ...database.db,
    async rows(text, parameters) {
      // The first statement of a read lists the items, and the second reads them.
      reads += 1;
      if (reads === 2) await setActive(false);
      return await database.db.rows(text, parameters);
    },
  };
  await expectCurrentItems(await readItems(meanwhile, NOW));
  expect(reads).toBe(4);
  await setActive(true);
});

test('an item is unlimited after its capacity was removed', async () => {
  await database.db.run("update shop_items set capacity = null, capacity_wanted = null where external_code = 'sunday'");
  const after = await newestItems(before, NOW);
  await expectCurrentItems(after);
  expect((await shopItem(database.db, 'sunday', NOW))!.stock_level).toBe(null);
});

test('everything is read again after an item was withdrawn or restored', async () => {
  await database.db.run("update shop_items set is_active = false where external_code = 'poster-a2'");
  expect(await newestItems(before, NOW)).toBeNull();
  const without = await readItems(database.db, NOW);
  await database.db.run("update shop_items set is_active = true where external_code = 'poster-a2'");
  expect(await newestItems(without, NOW)).toBeNull();
});

test('until all is read again, a withdrawn item stays as it was, and the others get new counters', async () => {
  await database.db.run("update shop_items set is_active = false where external_code = 'poster-a2'");
  await database.db.run("update shop_items set sold = sold + 1 where external_code = 'saturday'");
  const known = knownItemsWithCounters(before, await stockCounters(database.db), NOW);
  const changed = known.items.filter((item, index) => item !== before.items[index]);
  expect(changed.map(({ item }) => item.external_code)).toEqual(['saturday']);
  expect(changed[0]!.item).toEqual(await shopItem(database.db, 'saturday', NOW));
  await database.db.run("update shop_items set is_active = true where external_code = 'poster-a2'");
});

test('when departures have left, only their items are rebuilt, and again if the clock goes back', async () => {
  const { departs_at } = await departureOf('coach-amsterdam');
  const after = await newestItems(before, departs_at);
  await expectCurrentItems(after, departs_at);
  const changed = after.items.filter((item, index) => item !== before.items[index]);
  expect(changed.map(({ item }) => item.external_code)).toEqual(['coach-amsterdam', 'coach-cologne']);
  await expectCurrentItems(await newestItems(after, NOW));
});

test('an event’s tickets are out of stock once it ends, but merchandise is not', async () => {
  const { ends_at: ends } = (await database.db.row<{ ends_at: Date }>('select ends_at from events'))!;
  const justBefore = new Date(ends.getTime() - 1);
  const selling = await readItems(database.db, justBefore);
  const inStock = (kept: CachedItems) =>
    kept.items.filter(({ item }) => item.in_stock).map(({ item }) => item.external_code);
  expect(inStock(selling)).toContain('sandlark-pass');
  const after = await newestItems(selling, ends);
  await expectCurrentItems(after, ends);
  expect(inStock(after)).not.toContain('sandlark-pass');
  expect(inStock(after)).toContain('poster-a2');
});

test('no statement reads more than 250 items, and all items are in the folder’s order', async () => {
  await database.db.run(
    `insert into shop_items overriding system value
     select (jsonb_populate_record(item, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('shop_items', 'id')),
       'external_code', 'copy-' || copy,
       'position', 1000 - copy
     ))).*
     from shop_items item
     cross join generate_series(1, 600) copy
     where item.external_code = 'poster-a2'`,
  );
  try {
    const sizes: number[] = [];
    const watched: Db = {
      ...database.db,
      async rows(text, parameters) {
        if (parameters) sizes.push((parameters[0] as number[]).length);
        return await database.db.rows(text, parameters);
      },
    };
    const { items } = await readItems(watched, NOW);
    expect(sizes).toEqual([250, 250, before.items.length + 100]);
    const codes = items.map(({ item }) => item.external_code);
    expect(codes.slice(0, before.items.length)).toEqual(before.items.map(({ item }) => item.external_code));
    expect(codes.slice(before.items.length)).toEqual(Array.from({ length: 600 }, (_, index) => `copy-${600 - index}`));
  } finally {
    await database.db.run("delete from shop_items where external_code like 'copy-%'");
  }
});
