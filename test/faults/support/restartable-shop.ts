import { freePort } from '../../../tools/shop-process.ts';
import type { TestDatabase } from '../../support/database.ts';
import { type ShopOptions, type ShopProcess, startShop } from '../../support/server.ts';
import { type DatabaseProxy, givenProxy, type Rule } from './database-proxy.ts';

/** A server process that is killed repeatedly and restarted at the same address. */
export interface RestartableShop {
  readonly url: string;
  readonly proxy: DatabaseProxy;
  process(): ShopProcess;
  kills(): number;
  kill(): Promise<void>;
  /** Kills and restarts the process when the rule first matches. Resolves to false if `until` settles earlier. */
  killWhen(rule: Rule, until: Promise<unknown>): Promise<boolean>;
  stop(): Promise<number>;
}

export async function givenRestartableShop(
  database: TestDatabase,
  env: Record<string, string> = {},
): Promise<RestartableShop> {
  const proxy = await givenProxy(database);
  const port = await freePort();
  const options: ShopOptions = {
    databaseUrl: proxy.url,
    env: { PORT: String(port), LOG_LEVEL: 'error', ...env },
  };
  let shop = await startShop(options);
  let kills = 0;
  const restart = async () => {
    kills += 1;
    shop = await startShop(options);
  };
  return {
    url: `http://localhost:${port}`,
    proxy,
    process: () => shop,
    kills: () => kills,
    async kill() {
      await shop.kill();
      await restart();
    },
    async killWhen(rule, until) {
      let isDead = false;
      const dead = new Promise<void>((resolve) => {
        proxy.rule = (statement, phase) => {
          if (isDead) return 'cut';
          if (rule(statement, phase) === 'pass') return 'pass';
          isDead = true;
          // The process is killed before the proxy passes this on, so the statement or its answer is lost halfway.
          resolve(shop.kill());
          return 'cut';
        };
      });
      await Promise.race([dead, until]);
      proxy.rule = () => 'pass';
      if (!isDead) return false;
      await dead;
      await restart();
      return true;
    },
    async stop() {
      const code = await shop.stop();
      await proxy.close();
      return code;
    },
  };
}
