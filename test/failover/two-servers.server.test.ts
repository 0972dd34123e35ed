import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Db, openDb } from '#platform/db/db.ts';
import { migrate } from '#platform/db/migrate.ts';
import { freePort } from '../../tools/shop-process.ts';
import { expectNothingLost } from '../faults/support/nothing-lost.ts';
import { givenSale, type Sale } from '../faults/support/sale.ts';
import { newEngineFolder } from '../support/engine-folder.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { beginCrowd } from './support/crowd.ts';
import {
  type InstalledServer,
  installedPostgres,
  installedServer,
  makeOwnedFolder,
  runProgram,
  USER,
  until,
} from './support/installed-server.ts';
import { givenLeaderProxy, type LeaderProxy } from './support/leader-proxy.ts';

// Two shop processes sell on a PostgreSQL server with a synchronous standby. The test does what Patroni and HAProxy
// do; patroni.server.test.ts runs the real ones.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

if (!installedPostgres) {
  test.skip('the shop survives the loss of its database server (no PostgreSQL server on this machine)', () => {});
}

let folder: string;
let first: InstalledServer;
let second: InstalledServer;
let proxy: LeaderProxy;
let db: Db;
let sale: Sale;
const shops: ShopProcess[] = [];
const bought: { order: string; total: number }[] = [];

/** The longest recovery, in milliseconds. If nobody discarded connections, they would hang for a quarter of an hour. */
const MAX_RECOVERY_MS = 60_000;

const folderOf = (name: string) => path.join(folder, name);

/** Makes a copy of `primary` that follows it. From then on no commit is acknowledged before the copy has it. */
async function addStandby(primary: InstalledServer, name: string): Promise<InstalledServer> {
  runProgram(
    'pg_basebackup',
    ...['--pgdata', makeOwnedFolder(folderOf(name)), '--host', '127.0.0.1', '--port', String(primary.port)],
    ...['--username', USER, '--write-recovery-conf', '--checkpoint', 'fast', '--wal-method', 'stream'],
  );
  const standby = installedServer(folderOf(name), await freePort());
  await standby.start();
  await primary.run(`alter system set synchronous_standby_names = '*'`);
  await primary.run('select pg_reload_conf()');
  await until('the standby is synchronous', () =>
    primary.run(`select 1 from pg_stat_replication where sync_state = 'sync'`),
  );
  return standby;
}

async function promote(server: InstalledServer): Promise<void> {
  await server.run(`alter system set synchronous_standby_names = ''`);
  await server.run('select pg_promote()');
}

beforeAll(async () => {
  if (!installedPostgres) return;
  folder = newEngineFolder();
  runProgram(
    'initdb',
    '--pgdata',
    makeOwnedFolder(folderOf('first')),
    '--username',
    USER,
    '--auth',
    'trust',
    '--no-sync',
  );
  first = installedServer(folderOf('first'), await freePort());
  await first.start();
  await first.run('create database foyer');
  await migrate({ connectionString: first.urlOf('foyer') });
  db = openDb({ connection: { connectionString: first.urlOf('foyer') } });
  sale = await givenSale(db, 5_000);
  await db.end();
  second = await addStandby(first, 'second');
  proxy = await givenLeaderProxy();
  proxy.lead(first.port);
  const databaseUrl = `postgresql://${USER}@127.0.0.1:${proxy.port}/foyer`;
  const env = { LOG_LEVEL: 'error', DATA_DIR: folderOf('data') };
  for (const _ of [1, 2]) shops.push(await startShop({ databaseUrl, env }));
});
afterAll(async () => {
  // These are the same processes as at the start: none has ended in between.
  expect(await Promise.all(shops.map((shop) => shop.stop()))).toEqual(shops.map(() => 0));
  await proxy?.close();
  await Promise.all([first?.kill(), second?.kill()]);
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

async function expectAllOn(server: InstalledServer): Promise<void> {
  db = openDb({ connection: { connectionString: server.urlOf('foyer') } });
  await expectNothingLost(db, sale, bought);
  await db.end();
}

test.runIf(installedPostgres)(
  'losing the primary and its disk loses nothing acknowledged; every process sells again',
  async () => {
    const crowd = beginCrowd(
      sale,
      shops.map(({ url }) => url),
    );
    await crowd.eachSells();
    await first.kill();
    fs.rmSync(folderOf('first'), { recursive: true });
    const before = crowd.bought.length;
    await promote(second);
    proxy.lead(second.port, { cuts: true });
    const ms = await crowd.eachSells();
    await crowd.end();
    bought.push(...crowd.bought);
    await expectAllOn(second);
    expect(before).toBeGreaterThan(0);
    expect(ms).toBeLessThan(MAX_RECOVERY_MS);
    console.info(
      `primary lost: ${before} orders before, ${bought.length - before} after, ${Math.round(ms)} ms until both sold`,
    );
  },
);

test.runIf(installedPostgres)(
  'after a switchover, connections to the read-only server are dropped, and all processes sell',
  async () => {
    first = await addStandby(second, 'first');
    const crowd = beginCrowd(
      sale,
      shops.map(({ url }) => url),
      2,
    );
    await crowd.eachSells();
    await second.stop();
    await promote(first);
    // The old primary returns as a standby, and the proxy does not know this yet.
    fs.writeFileSync(path.join(folderOf('second'), 'standby.signal'), '');
    fs.appendFileSync(
      path.join(folderOf('second'), 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${first.port} user=${USER}'\n`,
    );
    await second.start();
    await until('the shops are connected to the read-only server', () =>
      second.run(`select 1 from pg_stat_activity where datname = 'foyer' having count(*) > 4`),
    );
    proxy.lead(first.port);
    const ms = await crowd.eachSells();
    await crowd.end();
    bought.push(...crowd.bought);
    await expectAllOn(first);
    expect(ms).toBeLessThan(MAX_RECOVERY_MS);
    await until('no shop is connected to the read-only server', async () => {
      const [row] = await second.run<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = 'foyer' and backend_type = 'client backend'`,
      );
      return Number(row!.count) === 0;
    });
    console.info(`switchover: ${crowd.bought.length} orders, ${Math.round(ms)} ms until both sold`);
  },
);
