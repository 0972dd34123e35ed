import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  defaultImageCache,
  describeMistake,
  importShopFolder,
  isShopImported,
  loadShop,
} from '#features/shop-config/server/public.ts';
import { makeDemoPeople } from '#features/staff/server/public.ts';
import { type Config, PROJECT_FOLDER } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import type { Db } from '#platform/db/db.ts';
import { dbWithin } from '#platform/db/within.ts';
import { imagesFolderOf } from '#platform/files/shop-files.ts';
import { makeDemoCustomer } from './demo-customer.ts';
import { makeDemoOrders } from './demo-orders.ts';
import { mayLoadShop, removeTimeLimits } from './first-start-store.ts';
import { staffSetup } from './staff-setup.ts';

/** The demo's customer registered this many days ago, before the first order. */
const DEMO_CUSTOMER_DAYS = 90;
/** How often a process checks, in milliseconds, whether another one has finished loading. */
const CHECK_EVERY_MS = 250;
const DEMO_FOLDER = path.join(PROJECT_FOLDER, 'demo');

/**
 * Loads the shop folder into an empty shop. Outside production it also makes the demo's people in the office and its
 * customer, and orders if the folder is the demo's. All of it is one transaction, so a start that is killed leaves an
 * empty shop for the next one to fill. Of several processes that start together, one loads and the others wait.
 */
export async function loadFirstShop(
  config: Config,
  db: Db,
  now: Date,
  print: (line: string) => void = () => {},
): Promise<void> {
  if (await isShopImported(db)) return;
  if (!config.shopFolder) {
    throw new StartProblem('There is no shop in the database yet. Import one with "npm run shop -- import <folder>".');
  }
  const { shopFolder } = config;
  let isWaiting = false;
  for (;;) {
    const isLoaded = await db.transaction(async (tx) => {
      if (!(await mayLoadShop(tx))) return false;
      // Making the pictures of a large shop takes a while.
      await removeTimeLimits(tx);
      const within = dbWithin(tx);
      if (await isShopImported(within)) return true;
      print(`Loading the shop from ${shopFolder} ...`);
      await load({ ...config, shopFolder }, within, now);
      return true;
    });
    if (isLoaded) return;
    if (!isWaiting) print('Another process is loading the shop; waiting for it ...');
    isWaiting = true;
    await pause(CHECK_EVERY_MS);
  }
}

async function load(config: Config & { shopFolder: string }, db: Db, now: Date): Promise<void> {
  const imported = await importShopFolder({
    db,
    folder: config.shopFolder,
    imagesFolder: imagesFolderOf(config.dataDir),
    cacheFolder: defaultImageCache(),
    now,
  });
  if (!imported.ok) throw new StartProblem(imported.error.map(describeMistake).join('\n'));
  if (config.shopEnv === 'production') return;
  await makeDemoPeople(staffSetup(config, { db, loadShop: () => loadShop(db) }), now);
  await makeDemoCustomer(db, new Date(now.getTime() - DEMO_CUSTOMER_DAYS * 86_400_000));
  if (config.demoOrders && config.shopFolder === DEMO_FOLDER) await makeDemoOrders({ config, db }, now);
}
