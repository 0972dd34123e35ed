import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { openDb } from '#platform/db/db.ts';
import { newEngineFolder } from '../support/engine-folder.ts';
import { rounds } from '../support/rounds.ts';
import { type ShopProcess, startShop } from '../support/server.ts';

// The processes of the embedded database are killed while the shop sells.

let folder: string;
let small: TestFolder;
let shop: ShopProcess;

beforeAll(async () => {
  folder = newEngineFolder();
  small = await givenShopFolder();
  const env = { DATA_DIR: path.join(folder, 'data'), SHOP_FOLDER: small.folder, LOG_LEVEL: 'fatal' };
  shop = await startShop({ env });
});
afterAll(async () => {
  await shop?.stop();
  await small?.remove();
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const engine = () => path.join(folder, 'data/postgres');
const connection = (): pg.ClientConfig => ({ host: `${engine()}/run`, user: 'foyer', database: 'foyer' });
const postmaster = () => Number(fs.readFileSync(`${engine()}/pg18/postmaster.pid`, 'utf8').split('\n')[0]);

async function findBackend(): Promise<number> {
  const client = new pg.Client(connection());
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  );
  await client.end();
  return rows[0]!.pid;
}

interface Selling {
  /** Codes of carts whose item was acknowledged. */
  readonly carts: string[];
  readonly statuses: Set<number>;
  stop(): Promise<void>;
}

/** Plays buyers who add coach seats to carts, one after another, whatever the answer. */
function sell(): Selling {
  const carts: string[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      const response = await fetch(`${shop.url}/api/add-product-to-cart`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          external_code: 'coach',
          full_name: 'Ada Lovelace',
          email: 'ada@example.org',
          transport_time_id: '2',
          data: 'none',
        }),
      });
      // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
      const body = (await response.json()) as any;
      statuses.add(response.status);
      if (response.status === 200) carts.push(body.cart.code);
      else expect(Number(response.headers.get('retry-after')), JSON.stringify(body)).toBeGreaterThan(0);
      await pause(20);
    }
  };
  const all = Promise.all([one(), one(), one(), one()]);
  return {
    carts,
    statuses,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

test('after a killed backend or database the shop recovers by itself, and no cart is lost', async () => {
  const selling = sell();
  let kills = 0;
  for (let round = 0; round < (rounds > 1 ? 2 * rounds : 1); round += 1) {
    for (const victim of [findBackend, postmaster]) {
      const before = selling.carts.length;
      while (selling.carts.length < before + 5) await pause(10);
      process.kill(await victim(), 'SIGKILL');
      kills += 1;
      const at = selling.carts.length;
      const until = performance.now() + 30_000;
      // The shop sells again.
      while (selling.carts.length < at + 5) {
        expect(performance.now()).toBeLessThan(until);
        await pause(20);
      }
    }
  }
  await selling.stop();
  expect([...selling.statuses].sort()).toEqual([200, 503]);
  const db = openDb({ connection: connection() });
  const rows = await db.rows<{ code: string }>('select code from carts');
  const stored = new Set(rows.map(({ code }) => code));
  expect(selling.carts.filter((code) => !stored.has(code))).toEqual([]);
  expect((await auditShop(db, new Date())).findings).toEqual([]);
  await db.end();
  console.info(`${kills} kills of the database: ${selling.carts.length} carts acknowledged, none lost`);
}, 300_000);
