import path from 'node:path';
import { type StartedShop, startShopProcess } from '../../tools/shop-process.ts';
import { givenEmptyDatabase } from './database.ts';

export interface ShopOptions {
  /** Variables on top of the usual ones (a test shop with the time machine on a free port). */
  env?: Record<string, string>;
  /**
   * The database, as `DATABASE_URL`; a new empty one when absent. With `DATA_DIR` in `env` the shop opens its own embedded
   * engine instead. Give two shops the same address to have two processes of one shop.
   */
  databaseUrl?: string;
  /** How long the shop may take until it answers (default a minute: the first start imports the demo shop). */
  startWithinMs?: number;
}

/** `stop` also removes the database if this call made it; after `kill` it stays, for a next start. */
export interface ShopProcess extends StartedShop {
  /** Origin without a slash at the end. */
  url: string;
}

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** As the starter sets it: tests start the same sources again and again. */
export const COMPILE_CACHE = path.join(PROJECT, '.cache/compiled');

/** Starts the real server as its own process and waits until `GET /health` answers 200. Throws with its log when it does not. */
export async function startShop(options: ShopOptions = {}): Promise<ShopProcess> {
  const ownDatabase = options.databaseUrl || options.env?.DATA_DIR ? undefined : await givenEmptyDatabase();
  const databaseUrl = options.databaseUrl ?? ownDatabase?.url;
  const shop = await startShopProcess({
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SHOP_ENV: 'test',
      TIME_MACHINE: '1',
      // A machine that runs several tests at once is slow, not overloaded.
      BUSY_AFTER_MS: '60000',
      MAX_NEW_REQUESTS: '100000',
      // What many buy in a shop is bought in a test by one account.
      LIMITS: 'cart-add-account=1000000/15, unpaid-orders=0, unpaid-items=1000000',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      SECRET_KEY: 'a key for tests that protects nothing at all',
      ...options.env,
    },
    withinMs: options.startWithinMs ?? 60_000,
  });
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
