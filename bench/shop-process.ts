import { startShopProcess } from '../tools/shop-process.ts';

export interface ShopProcess {
  /** The origin without a trailing slash. */
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export const SECRET_KEY = 'a key for the bench that protects nothing at all';
/** A first start encodes the demo's pictures, which takes a while. */
const MAX_START_MS = 180_000;

/**
 * Starts the real server on a database and waits until it answers. `env` is added to the settings of a quiet test shop
 * without the demo's orders; `nodeArguments` come before the program, such as `--cpu-prof`.
 */
export async function startShop(
  databaseUrl: string,
  env: Record<string, string> = {},
  nodeArguments: readonly string[] = [],
): Promise<ShopProcess> {
  const { port, pid, stop } = await startShopProcess({
    env: { SHOP_ENV: 'test', DEMO_ORDERS: '0', LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, SECRET_KEY, ...env },
    nodeArguments,
    withinMs: MAX_START_MS,
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    async stop() {
      await stop();
    },
  };
}
