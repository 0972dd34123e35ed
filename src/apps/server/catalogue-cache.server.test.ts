import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, smallShopFile, type TestFolder } from '#features/shop-config/testing.ts';
import { fixedClock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type CatalogueCache, startCatalogueCache } from './catalogue-cache.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let folder: TestFolder;
let cache: CatalogueCache;

beforeEach(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: NOW });
});
afterEach(async () => {
  cache.stop();
  await folder.remove();
  await database.drop();
});

/** Wraps a database so that a test can delay its answers. */
const slowed = (db: Db, before: (text: string) => Promise<void>): Db => ({
  ...db,
  async row(text: string, parameters?: readonly unknown[]) {
    await before(text);
    return (await db.row(text, parameters)) as never;
  },
  async rows(text: string, parameters?: readonly unknown[]) {
    await before(text);
    return (await db.rows(text, parameters)) as never;
  },
});

const unitsLeft = async () => {
  const state = await cache.recent();
  return state.catalogue().tickets.find((item) => item.external_code === 'pass')!.stock_level;
};

async function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await isTrue()) return true;
    await pause(50);
  }
  return false;
}

test('if changed items cannot be read, the next check reads them', async () => {
  let broken = false;
  const errors: unknown[] = [];
  const db = slowed(database.db, async (text) => {
    if (broken && text.includes('from shop_items item')) {
      broken = false;
      throw new Error('Connection terminated');
    }
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), (error) => errors.push(error));
  expect(await unitsLeft()).toBe(10);
  broken = true;
  await database.db.run("update shop_items set sold = 1 where external_code = 'pass'");
  expect(await until(async () => (await unitsLeft()) === 9)).toBe(true);
  expect(errors).toHaveLength(1);
});

test('fresh data includes an import that ran right after the shop was read', async () => {
  cache = await startCatalogueCache(database.db, fixedClock(NOW), () => {});
  for (const name of ['First', 'Second', 'Third']) {
    await cache.shop();
    await folder.change(smallShopFile('shop.yaml', 'name: Small shop', `name: ${name}`));
    await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: NOW });
    expect((await cache.fresh()).shop.public.name).toBe(name);
  }
});

test('while many items are read again after an import, answers have the earlier items with the newest stock', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const db = slowed(database.db, async (text) => {
    if (isHeld && text.includes('item.id = any')) await held;
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), () => {}, { manyItems: 1 });
  isHeld = true;
  await folder.change({ ...smallShopFile('shop.yaml', 'name: Small shop', 'name: Other'), 'items/3-mug.yaml': null });
  await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: NOW });
  await database.db.run("update shop_items set sold = 1 where external_code = 'pass'");
  const meanwhile = await cache.fresh();
  expect(meanwhile.shop.public.name).toBe('Small shop');
  expect(meanwhile.catalogue().merchandise).toHaveLength(1);
  expect(await unitsLeft()).toBe(9);
  await database.db.run("update shop_items set sold = 2 where external_code = 'pass'");
  await cache.fresh();
  expect(await unitsLeft()).toBe(8);
  release();
  expect(await until(async () => (await cache.recent()).shop.public.name === 'Other')).toBe(true);
  expect((await cache.recent()).catalogue().merchandise).toEqual([]);
  expect(await unitsLeft()).toBe(8);
});

test('when many items have changed, each read takes some of them, and the last one the rest of the shop', async () => {
  const seen: string[] = [];
  const note = async () => {
    const state = await cache.recent();
    const [pass, coach] = state.catalogue().tickets;
    const now = `${pass!.price} ${coach!.price} ${state.catalogue().merchandise[0]!.price} ${state.shop.public.name}`;
    if (seen.at(-1) !== now) seen.push(now);
  };
  let isNoting = false;
  const db = slowed(database.db, async (text) => {
    // Each read begins with the state of the one before.
    if (isNoting && text.includes('shop_state')) await note();
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), () => {}, { manyItems: 1, changesPerRead: 1 });
  isNoting = true;
  await folder.change({
    ...smallShopFile('shop.yaml', 'name: Small shop', 'name: Other'),
    ...smallShopFile('items/1-pass.yaml', 'price: 100.00', 'price: 101.00'),
    ...smallShopFile('items/2-coach.yaml', 'price: 40', 'price: 41'),
    ...smallShopFile('items/3-mug.yaml', 'price: 12.50', 'price: 13.50'),
  });
  await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: NOW });
  expect(await until(async () => (await cache.fresh()).shop.public.name === 'Other')).toBe(true);
  await note();
  expect(seen).toEqual([
    '10000 4000 1250 Small shop',
    '10100 4000 1250 Small shop',
    '10100 4100 1250 Small shop',
    '10100 4100 1350 Other',
  ]);
  await database.db.run("update shop_items set sold = 1 where external_code = 'pass'");
  await cache.fresh();
  expect(await unitsLeft()).toBe(9);
});

test('if reading many items again fails, the next read tries again', async () => {
  let isBroken = false;
  const errors: unknown[] = [];
  const db = slowed(database.db, async (text) => {
    if (!isBroken || !text.includes('item.id = any')) return;
    isBroken = false;
    throw new Error('Connection terminated');
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), (error) => errors.push(error), { manyItems: 1 });
  isBroken = true;
  await database.db.run("update shop_items set is_active = false where external_code = 'mug'");
  expect(await until(async () => (await cache.recent()).catalogue().merchandise.length === 0)).toBe(true);
  expect(errors).toHaveLength(1);
});

test('if the database fails or does not answer, a visitor soon gets what was last read', async () => {
  let before = async () => {};
  const db = slowed(database.db, () => before());
  cache = await startCatalogueCache(db, fixedClock(NOW), () => {});
  const lastSeen = await cache.recent();
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  before = () => isAnswered;
  expect(await cache.current()).toBe(lastSeen);
  answer();
  before = () => Promise.reject(new Error('Connection terminated'));
  expect(await cache.current()).toBe(lastSeen);
});

test('stopping the cache waits for the running poll and starts no other', async () => {
  const seen = { sent: 0, answered: 0 };
  let onSent = () => {};
  const db = slowed(database.db, async () => {
    seen.sent += 1;
    onSent();
    await pause(100);
    seen.answered += 1;
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), () => {});
  await new Promise<void>((resolve) => {
    onSent = resolve;
  });
  await cache.stop();
  const whenStopped = { ...seen };
  expect(whenStopped.sent).toBe(whenStopped.answered);
  await pause(400);
  expect(seen).toEqual(whenStopped);
});

test('only one check at a time waits for a slow database', async () => {
  let waiting = 0;
  let most = 0;
  let slow = false;
  const db = slowed(database.db, async () => {
    if (!slow) return;
    waiting += 1;
    most = Math.max(most, waiting);
    await pause(900);
    waiting -= 1;
  });
  cache = await startCatalogueCache(db, fixedClock(NOW), () => {});
  slow = true;
  await pause(1_500);
  expect(most).toBe(1);
});
