import fs from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { givenShopFolder, smallShopFile, type TestFolder } from '#features/shop-config/testing.ts';
import { migrate, pendingMigrations } from '#platform/db/migrate.ts';
import { type StartedShop, startShopProcess } from '../tools/shop-process.ts';
import { beginCrowd } from './failover/support/crowd.ts';
import { expectNothingLost } from './faults/support/nothing-lost.ts';
import { givenBuyers } from './faults/support/sale.ts';
import { givenEmptyDatabase, type TestDatabase } from './support/database.ts';
import { commitBeforeNewestMigration, givenProgramOf } from './support/previous-release.ts';
import { rounds } from './support/rounds.ts';
import { type ShopProcess, startShop } from './support/server.ts';

// The previous release sells before, while and after this one changes the schema, and next to it. It is built from the
// last commit before the newest migration, which takes a minute, so this belongs to `npm run test:long`.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 600_000 });

const previous = rounds > 1 ? await commitBeforeNewestMigration() : null;
if (rounds > 1 && !previous)
  console.warn('NOT RUN: the previous release on this schema, because there is no git history that reaches it.');

let program: string;
let database: TestDatabase;
let source: TestFolder;
let old: StartedShop;
let current: ShopProcess | undefined;

beforeAll(async () => {
  if (!previous) return;
  program = await givenProgramOf(previous.commit);
  database = await givenEmptyDatabase();
  source = await givenShopFolder({
    ...smallShopFile('items/1-pass.yaml', 'stock: 10\nage_options: all', 'stock: 1000000'),
  });
  // Creates the tables of the previous release, and its shop.
  old = await startShopProcess({
    program,
    env: {
      SHOP_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: `${program}/data`,
      SECRET_KEY: 'a key for tests that protects nothing at all',
      SHOP_FOLDER: source.folder,
      BUSY_AFTER_MS: '60000',
      LOG_LEVEL: 'error',
    },
    withinMs: 120_000,
  });
});
afterAll(async () => {
  if (!previous) return;
  expect(await old.stop()).toBe(0);
  await current?.stop();
  await database.drop();
  await source.remove();
  fs.rmSync(program, { recursive: true, force: true });
});

test.runIf(previous)(
  'the previous release keeps selling during and after the migration, and all figures are right',
  async () => {
    const { files } = await pendingMigrations(database.connection);
    expect(files).toContain(previous!.migration);
    const [item] = await database.db.rows<{ id: number }>(`select id from shop_items where external_code = 'pass'`);
    const tokens = await givenBuyers(database.db, 5_000);
    const sale = { item: { id: item!.id, externalCode: 'pass' }, tokens: tokens.slice(2_500) };
    const url = `http://localhost:${old.port}`;

    const before = beginCrowd(sale, [url], 4);
    await before.eachSells();
    expect(await migrate(database.connection)).toEqual(files);
    await before.eachSells();
    await before.end();

    current = await startShop({ databaseUrl: database.url, env: { LOG_LEVEL: 'error' } });
    const both = beginCrowd({ ...sale, tokens: tokens.slice(0, 2_500) }, [url, current.url], 4);
    for (let turn = 0; turn < 5; turn += 1) await both.eachSells();
    await both.end();

    expect([...before.refused, ...both.refused]).toEqual([]);
    await expectNothingLost(database.db, sale, [...before.bought, ...both.bought]);
    const soldBy = (shop: string) => both.bought.filter((one) => one.shop === shop).length;
    console.info(
      `${previous!.commit.slice(0, 8)} before ${files.join(', ')}: ${before.bought.length} orders while migrating, ` +
        `then ${soldBy(url)} by the previous release and ${soldBy(current.url)} by this one`,
    );
  },
);
