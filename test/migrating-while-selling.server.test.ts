import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MIGRATIONS_FOLDER, migrate } from '#platform/db/migrate.ts';
import { beginCrowd } from './failover/support/crowd.ts';
import { expectNothingLost } from './faults/support/nothing-lost.ts';
import { givenSale, type Sale } from './faults/support/sale.ts';
import { givenDatabase, type TestDatabase } from './support/database.ts';
import { type ShopProcess, startShop } from './support/server.ts';

// A shop of the old version sells while the migrations of the next version run.

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let sale: Sale;
let shop: ShopProcess;
let folder: string;

beforeAll(async () => {
  database = await givenDatabase();
  sale = await givenSale(database.db, 2_000);
  shop = await startShop({ databaseUrl: database.url, env: { LOG_LEVEL: 'error' } });
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-next-version-'));
  fs.cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const next = {
    '9001-columns.sql': `alter table orders add column wrapping text;
alter table orders add column weight bigint not null default 0;
alter table orders add constraint wrapping_is_short check (length(wrapping) < 100) not valid;
alter table tickets add column seat text;
`,
    '9002-index.sql': `-- concurrently
create index concurrently orders_by_wrapping on orders (wrapping);
create unique index concurrently tickets_by_seat on tickets (seat);
alter table orders validate constraint wrapping_is_short;
`,
    '9003-table.sql': `create table parcels (id bigint generated always as identity primary key, order_id bigint not null references orders);
`,
  };
  for (const [file, sql] of Object.entries(next)) fs.writeFileSync(path.join(folder, file), sql);
});
afterAll(async () => {
  expect(await shop.stop()).toBe(0);
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('when the next version migrates, every sale succeeds, and the old version keeps selling', async () => {
  const crowd = beginCrowd(sale, [shop.url], 4);
  await crowd.eachSells();
  const [reads, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const backup = database.db.transaction(async (tx) => {
    await tx.rows('select count(*) from orders');
    reads.resolve();
    await ends.promise;
  });
  await reads.promise;
  const lines: string[] = [];
  const migrating = migrate(database.connection, { folder, lockTimeoutMs: 300, print: (line) => lines.push(line) });
  await vi.waitFor(() => expect(lines.join()).toContain('lock timeout'), { timeout: 20_000 });
  // The migration has let the sales that waited behind it pass.
  await crowd.eachSells();
  ends.resolve();
  await backup;
  expect(await migrating).toEqual(['9001-columns.sql', '9002-index.sql', '9003-table.sql']);
  await crowd.eachSells();
  await pause(200);
  await crowd.end();
  await expectNothingLost(database.db, sale, crowd.bought);
  expect([...crowd.refused]).toEqual([]);
});
