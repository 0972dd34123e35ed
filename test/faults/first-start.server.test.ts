import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { loadFirstShop } from '#apps/server/first-shop.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { rounds } from '../support/rounds.ts';
import { type DatabaseProxy, givenProxy } from './support/database-proxy.ts';

// The first start is interrupted while it loads the shop. To the database, a kill and a broken connection are the same.

let database: TestDatabase;
let proxy: DatabaseProxy;
let dataDir: string;

beforeEach(async () => {
  database = await givenDatabase();
  proxy = await givenProxy(database);
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-first-start-'));
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Longer than any answer takes on a busy machine. */
const SILENCE_MS = 2_000;

let starts = 0;
const start = async (options: { silenceMs?: number; print?: (line: string) => void } = {}) => {
  // Starts at different times, as processes do.
  starts += 1;
  const now = new Date(Date.UTC(2026, 10, 20, 10, 0, starts));
  const config = readConfig({
    SHOP_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    DEMO_ORDERS: '1',
    SECRET_KEY: 'a key for tests that protects nothing at all',
  });
  const db = openDb({ connection: { connectionString: proxy.url }, ...options });
  try {
    await loadFirstShop(config, db, now, options.print);
  } finally {
    await db.end();
  }
};

const counts = () =>
  database.db.row<Record<string, number>>(
    `select (select count(*) from shop_state) as shops, (select count(*) from shop_items) as items,
       (select count(*) from customers) as customers, (select count(*) from orders) as orders,
       (select count(*) from refunds) as refunds, (select count(*) from mails) as mails`,
  );
const NOTHING = { shops: 0, items: 0, customers: 0, orders: 0, refunds: 0, mails: 0 };

test('a first start that fails stores nothing, wherever it fails, and the next loads everything', async () => {
  const points = [/insert into shop_state/, /insert into customers/, /insert into refunds/];
  for (const point of rounds > 1 ? points : points.slice(-1)) {
    proxy.rule = ({ text }, phase) => (phase === 'after' && point.test(text) ? 'cut' : 'pass');
    await expect(start()).rejects.toThrow();
    expect(await counts()).toEqual(NOTHING);
  }
  proxy.rule = () => 'pass';
  // Of two simultaneous starts, one loads and the other waits for it.
  await Promise.all([start(), start()]);
  const all = await counts();
  expect(all).toMatchObject({ shops: 1, customers: 1 });
  expect(all!.orders).toBeGreaterThan(8);
  expect(all!.refunds).toBeGreaterThan(3);
  await start();
  expect(await counts()).toEqual(all);
  expect((await auditShop(database.db, new Date())).findings).toEqual([]);
}, 300_000);

test('a second process waits while the first still loads the shop', async () => {
  const other = new pg.Client(database.connection);
  await other.connect();
  try {
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtext('first-shop'))`);
    const lines: string[] = [];
    const waiting = Promise.withResolvers<void>();
    const print = (line: string) => {
      lines.push(line);
      waiting.resolve();
    };
    const started = start({ silenceMs: SILENCE_MS, print });
    await Promise.race([waiting.promise, started]);
    await pause(SILENCE_MS + 500);
    await other.query(
      `insert into shop_state (day_zero, folder_hash, config, imported_at)
       values ('2026-11-20', 'loaded by another', '{}', now())`,
    );
    await other.query('commit');
    await started;
    expect(lines).toEqual(['Another process is loading the shop; waiting for it ...']);
  } finally {
    await other.end();
  }
});
