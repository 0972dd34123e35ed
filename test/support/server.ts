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
  const { env = {} } = options;
  const ownDatabase = options.databaseUrl || env.DATA_DIR ? undefined : await givenLoadedDatabase(env);
  const shop = await startProcess(env, options.databaseUrl ?? ownDatabase?.url);
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

/** Makes a database as the first start of a shop with these variables leaves it. */
export async function givenLoadedDatabase(env: Env = {}): Promise<TestDatabase> {
  // Few tests have their own shop folder, so a filled database would not be copied again.
  if (env.SHOP_FOLDER) return await givenEmptyDatabase();
  const stored = storedOf(env);
  return await givenFilledDatabase(`first start ${JSON.stringify(stored)}`, async ({ url }) => {
    const shop = await startProcess(stored, url);
    await shop.stop();
  });
}

/** The variables that determine what a first start stores. Others concern the running process only. */
function storedOf({ SHOP_ENV, DEMO_ORDERS, SECRET_KEY = COMMAND_SECRET }: Env): Env {
  // Test and development store the same, except that demo orders are development's default.
  const isProduction = SHOP_ENV === 'production';
  const orders = DEMO_ORDERS ?? (SHOP_ENV === 'development' ? '1' : '0');
  return { SHOP_ENV: isProduction ? SHOP_ENV : 'test', DEMO_ORDERS: orders, SECRET_KEY };
}

function startProcess(env: Env, databaseUrl: string | undefined): Promise<StartedShop> {
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
    // Only ends the wait for a shop that never answers, with its log, before Vitest ends the hook.
    withinMs: 240_000,
  });
}
