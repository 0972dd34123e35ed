import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { openDb } from '#platform/db/db.ts';
import { openEngine } from '#platform/db/engine.ts';
import { runWith } from './support/command-line.ts';
import { givenEmptyDatabase, type TestDatabase } from './support/database.ts';
import { givenPooler, type Pooler, pgbouncerVersion } from './support/pgbouncer.ts';
import { rounds } from './support/rounds.ts';
import { type ShopProcess, startShop } from './support/server.ts';

// The shop runs through PgBouncer. Debian 12 has 1.18, which supports no prepared statements in transaction mode.

vi.setConfig({ testTimeout: 90_000 });

if (!pgbouncerVersion) {
  test.skip('the shop sells through PgBouncer (not on this machine: apt-get install pgbouncer)', () => {});
}

let source: TestFolder;
let data: string;
beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-pooler-'));
  source = await givenShopFolder();
});
afterAll(async () => {
  await source.remove();
  fs.rmSync(data, { recursive: true, force: true });
});

/** In modes that share connections, the pooler has fewer connections to the server than two processes have to it. */
const MODES = [
  ['transaction', 6, {}],
  ['session', 60, { DATABASE_PREPARED: '1' }],
  ['session', 60, {}],
] as const;

// The last mode differs from the second only in statements without names, which the first mode has too.
describe.runIf(pgbouncerVersion).each(rounds > 1 ? MODES : MODES.slice(0, 2))(
  'in %s mode with %i connections and %o',
  (mode, size, env) => {
    let database: TestDatabase;
    let pooler: Pooler;
    const shops: ShopProcess[] = [];

    beforeAll(async () => {
      database = await givenEmptyDatabase();
      pooler = await givenPooler(database, { mode, size });
      for (const _ of [1, 2]) {
        const variables = { DATA_DIR: path.join(data, mode), SHOP_FOLDER: source.folder, DEMO_ORDERS: '0', ...env };
        shops.push(await startShop({ databaseUrl: pooler.url, env: variables }));
      }
    }, 180_000);
    afterAll(async () => {
      for (const shop of shops) expect(await shop.stop()).toBe(0);
      await pooler.stop();
      await database.drop();
    });

    const call = async (shop: ShopProcess, name: string, body: object) => {
      const response = await fetch(`${shop.url}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises.
      return { status: response.status, body: (await response.json()) as any };
    };
    /** Repeats a call, because a process that has just started admits only ten new carts at a time. */
    const callUntilAdmitted = async (shop: ShopProcess, name: string, body: object) => {
      for (;;) {
        const answer = await call(shop, name, body);
        if (answer.status !== 503) return answer;
        await pause(50);
      }
    };
    const login = async () =>
      (await call(shops[0]!, 'login', { email: 'mila@example.org', password: 'dunes-at-dusk' })).body.remember_token;
    const HOLDER = { full_name: 'Ada Lovelace', email: 'ada@example.org', age: '18' };

    test('of forty buyers of ten tickets exactly ten hold one, and nobody gets an error', async () => {
      const tries = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          callUntilAdmitted(shops[index % 2]!, 'add-product-to-cart', { external_code: 'pass', ...HOLDER }),
        ),
      );
      const counts = Map.groupBy(tries, ({ status }) => status);
      expect([counts.get(200)?.length, counts.get(409)?.length, [...counts.keys()].sort()]).toEqual([
        10,
        30,
        [200, 409],
      ]);
    });

    test('orders by transfer at both processes at once are placed, and the doctor finds nothing', async () => {
      const token = await login();
      const address = { street: 'Zandpad 12' };
      const placed = await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          const shop = shops[index % 2]!;
          const added = await callUntilAdmitted(shop, 'add-merchandise-to-cart', { external_code: 'mug' });
          expect(added.status, JSON.stringify(added.body.message)).toBe(200);
          return await call(shop, 'checkout-cart', {
            token,
            cart: added.body.cart.code,
            customer: { country: 'NL', address },
            order: {
              ...{ payment_method: 'bank_transfer', accepted_ts_and_cs: true },
              ...{ shipping_name: 'Mila', shipping_country: 'NL', shipping_address: address },
            },
          });
        }),
      );
      expect(placed.map(({ status, body }) => [status, body.order?.payment_status, body.message])).toEqual(
        placed.map(() => [200, 'pending', undefined]),
      );
      await vi.waitFor(
        async () => expect(await database.db.rows("select 1 from mails where status <> 'sent'")).toEqual([]),
        { timeout: 20_000 },
      );
      for (const shop of shops) expect(shop.log()).not.toMatch(/error|prepared statement|startup parameter/i);
      const doctor = await runWith({ DATABASE_URL: pooler.url, ...env }, 'doctor');
      expect(doctor).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Everything matches.') });
    });

    test('a backup through the pooler is complete, but a restore requires the server itself', async () => {
      const made = await runWith({ DATABASE_URL: pooler.url }, 'backup', data);
      expect(made).toMatchObject({ code: 0, err: '' });
      const file = /^Wrote (\S+\.tar\.gz): /.exec(made.out)![1]!;
      expect(await runWith({ DATABASE_URL: pooler.url }, 'restore', file, '--check')).toMatchObject({ code: 0 });
      await expect(runWith({ DATABASE_URL: pooler.url }, 'restore', file)).rejects.toThrow(
        'This command needs the PostgreSQL server itself',
      );
      fs.rmSync(file);
    });

    test('a transaction has the shop’s limits, and no session keeps them', async () => {
      const engine = await openEngine({ dataDir: data, databaseUrl: pooler.url });
      expect(engine.isPooled).toBe(true);
      const db = openDb(engine);
      const limits = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
      expect(await db.transaction((tx) => tx.row(limits))).toEqual({ statement: '15s', lock: '8s' });
      expect(await db.forOffice().read((tx) => tx.row(limits))).toEqual({ statement: '3s', lock: '8s' });
      expect(await db.row(limits)).toEqual({ statement: '0', lock: '0' });
      const forLongWork = openDb({ ...engine, isForLongWork: true });
      expect(await forLongWork.row(limits)).toMatchObject({ lock: '2147483647ms' });
      await db.end();
      await forLongWork.end();
      // The running shops may hold locks for the length of a transaction.
      const left = await database.db.rows(
        `select 1 from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and datname = current_database() and state = 'idle'`,
      );
      expect(left).toEqual([]);
    });
  },
);
