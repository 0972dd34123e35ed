import path from 'node:path';
import { type StartedShop, startShopProcess } from '../../tools/shop-process.ts';
import { COMMAND_SECRET } from './command-line.ts';
import { givenEmptyDatabase, givenFilledDatabase, type TestDatabase } from './database.ts';

export interface ShopOptions {
  /** Added to the usual variables (a test shop with the time machine on a free port). */
  env?: Record<string, string>;
  /**
   * The database, as `DATABASE_URL`. If absent, it is a new one, as a shop's first start leaves it; with `DATA_DIR` in
   * `env` the shop opens its own embedded engine instead. Two shops with the same address are two processes of one
   * shop.
   */
  databaseUrl?: string;
  /** Milliseconds until the shop must answer (default a minute: the first start imports the demo shop). */
  startWithinMs?: number;
}

/** `stop` also removes the database if `startShop` created it; after `kill` it stays for the next start. */
export interface ShopProcess extends StartedShop {
  /** Origin without a trailing slash. */
  url: string;
}

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** The starter uses the same folder, because tests start the same sources repeatedly. */
export const COMPILE_CACHE = path.join(PROJECT, '.cache/compiled');

type Env = Readonly<Record<string, string>>;

/** Starts the real server as a process and waits until `GET /health` answers 200. Throws with its log otherwise. */
export async function startShop(options: ShopOptions = {}): Promise<ShopProcess> {
  const { env = {}, startWithinMs: withinMs = 60_000 } = options;
  const ownDatabase = options.databaseUrl || env.DATA_DIR ? undefined : await givenLoadedDatabase(env);
  const shop = await startProcess(env, options.databaseUrl ?? ownDatabase?.url, withinMs);
  return {
    ...shop,
    url: `http://localhost:${shop.port}`,
    async stop() {
      const code = await shop.stop();
      await ownDatabase?.drop();
      return code;
    },
  };
}

/** These variables determine what a first start stores. Others concern the running process only. */
const STORED = ['SHOP_ENV', 'DEMO_ORDERS', 'SECRET_KEY'];

/** Makes a database as the first start of a shop with these variables leaves it. */
export async function givenLoadedDatabase(env: Env = {}): Promise<TestDatabase> {
  // Few tests have their own shop folder, so a filled database would not be copied again.
  if (env.SHOP_FOLDER) return await givenEmptyDatabase();
  const stored = Object.fromEntries(Object.entries(env).filter(([name]) => STORED.includes(name)));
  return await givenFilledDatabase(`first start ${JSON.stringify(stored)}`, async ({ url }) => {
    const shop = await startProcess(stored, url, 60_000);
    await shop.stop();
  });
}

function startProcess(env: Env, databaseUrl: string | undefined, withinMs: number): Promise<StartedShop> {
  return startShopProcess({
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SHOP_ENV: 'test',
      TIME_MACHINE: '1',
      // A machine that runs several tests at the same time is slow, not overloaded.
      BUSY_AFTER_MS: '60000',
      MAX_NEW_REQUESTS: '100000',
      // In tests, one account buys as much as many customers.
      LIMITS:
        'cart-add-account=1000000/15, unpaid-orders=0, unpaid-items=1000000, unpaid-transfer-share=0, held-items-account=0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      SECRET_KEY: COMMAND_SECRET,
      ...env,
    },
    withinMs,
  });
}
