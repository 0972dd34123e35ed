import fs from 'node:fs';
import type pg from 'pg';
import { isShopImported } from '#features/shop-config/server/public.ts';
import { type Clock, startClock } from '#platform/clock/clock.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import { engineFolderOf } from '#platform/db/data-folder.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { openEngine } from '#platform/db/engine.ts';
import { migrate, pendingMigrations } from '#platform/db/migrate.ts';

export interface OpenShop {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
}

export interface WithShopOptions {
  /** Whether the command may create the database; only the import may. */
  mayCreateShop?: boolean;
  /** Whether the command reads entire tables, so that its statements must have no time limit. */
  isForLongWork?: boolean;
}

/**
 * Opens the database that the environment names, whether or not the shop is running, and closes it after
 * `work`. Fails if there is no shop, for example because DATA_DIR is not set, instead of showing an empty one.
 */
export async function withShop<Value>(
  work: (shop: OpenShop) => Promise<Value>,
  { mayCreateShop = false, isForLongWork = false }: WithShopOptions = {},
): Promise<Value> {
  const config = readConfig(process.env);
  const place = config.databaseUrl ? 'the database of DATABASE_URL' : config.dataDir;
  const nothingThere = () =>
    new StartProblem(`There is no shop in ${place}. Set DATA_DIR or DATABASE_URL to the values the shop itself uses.`);
  if (!mayCreateShop && !config.databaseUrl && !fs.existsSync(engineFolderOf(config.dataDir))) throw nothingThere();
  const engine = await openEngine({ ...config, account: config.engineUser, shareRunning: true });
  try {
    if (!(await hasCurrentSchema(engine.connection))) {
      if (!mayCreateShop) throw nothingThere();
      await migrate(engine.connection);
    }
    const { isPooled } = engine;
    const { keepsPrepared } = config;
    const { connection } = engine;
    const db = openDb({ connection, isForCommand: true, isForLongWork, isPooled, keepsPrepared });
    try {
      if (!mayCreateShop && !(await isShopImported(db))) throw nothingThere();
      const clock = await startClock(db);
      try {
        return await work({ config, db, clock });
      } finally {
        await clock.stop();
      }
    } finally {
      await db.end();
    }
  } finally {
    await engine.stop();
  }
}

/**
 * Refuses tables of an earlier version, because a shop of that version may be running and only the start and `migrate`
 * change tables. Returns false for an empty database, which no shop can be using.
 */
async function hasCurrentSchema(connection: pg.ClientConfig): Promise<boolean> {
  const { isEmpty, files } = await pendingMigrations(connection);
  if (isEmpty) return false;
  if (files.length === 0) return true;
  throw new StartProblem(
    `The database belongs to an earlier version of Foyer: ${files.length} ${files.length === 1 ? 'migration is' : 'migrations are'} pending, from ${files[0]}. ` +
      'Start the shop with this version, or run "npm run shop -- migrate". Nothing was changed.',
  );
}
