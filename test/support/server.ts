import path from 'node:path';
import { type StartedShop, startShopProcess } from '../../tools/shop-process.ts';
import { givenEmptyDatabase } from './database.ts';

export interface ShopOptions {
  /** Added to the usual variables (a test shop with the time machine on a free port). */
  env?: Record<string, string>;
  /**
   * The database, as `DATABASE_URL`; a new empty one when absent. With `DATA_DIR` in `env` the shop opens its own
   * embedded engine instead. Two shops with the same address are two processes of one shop.
   */
  databaseUrl?: string;
  /** Time until the shop must answer (default a minute: the first start imports the demo shop). */
  startWithinMs?: number;
}

/** `stop` also removes the database if this call created it; after `kill` it stays for the next start. */
export interface ShopProcess extends StartedShop {
  /** Origin without a slash at the end. */
  url: string;
}

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Set as by the starter: tests start the same sources repeatedly. */
export const COMPILE_CACHE = path.join(PROJECT, '.cache/compiled');

/** Starts the real server as a process and waits until `GET /health` answers 200. Throws with its log otherwise. */
export async function startShop(options: ShopOptions = {}): Promise<ShopProcess> {
  const ownDatabase = options.databaseUrl || options.env?.DATA_DIR ? undefined : await givenEmptyDatabase();
  const databaseUrl = options.databaseUrl ?? ownDatabase?.url;
  const shop = await startShopProcess({
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SHOP_ENV: 'test',
      TIME_MACHINE: '1',
      // A machine that runs several tests at the same time is slow, not overloaded.
      BUSY_AFTER_MS: '60000',
      MAX_NEW_REQUESTS: '100000',
      // In tests one account buys as much as many customers.
      LIMITS:
        'cart-add-account=1000000/15, unpaid-orders=0, unpaid-items=1000000, unpaid-transfer-share=0, held-items-account=0',
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
