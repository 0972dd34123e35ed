import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openEngine, urlOf } from '#platform/db/engine.ts';
import { LIMIT_NAMES } from '#platform/http/limits.ts';
import { SECRET_KEY, type ShopProcess, startShop } from '../../bench/shop-process.ts';

export { SECRET_KEY };

/** The demo shop as it is, one that its operator has closed, and one that has nothing to sell and no merchandise. */
export type ShopName = 'open' | 'closed' | 'bare';

export interface GalleryShop extends ShopProcess {
  databaseUrl: string;
}

export interface GalleryShops {
  /** Started when it is first asked for. */
  shop(name: ShopName): Promise<GalleryShop>;
  /** An empty database beside theirs. */
  database(name: string): Promise<pg.ClientConfig>;
  stop(): Promise<void>;
}

const DEMO = path.resolve(import.meta.dirname, '../../demo');

/** Shops on databases of their own in one embedded PostgreSQL in `folder`. */
export async function openShops(folder: string): Promise<GalleryShops> {
  const engine = await openEngine({ dataDir: folder });
  const running: ShopProcess[] = [];
  const stop = async () => {
    await Promise.all(running.map((shop) => shop.stop()));
    await engine.stop();
  };
  const open = async (name: ShopName, env: Record<string, string>): Promise<GalleryShop> => {
    const connection = await newDatabase(engine.connection, `gallery_${name}`);
    const databaseUrl = connection.connectionString ?? urlOf(connection);
    const shop = await startShop(databaseUrl, {
      SHOP_ENV: 'development',
      TIME_MACHINE: '1',
      DATA_DIR: path.join(folder, name),
      // Two walkers on a machine that may do other things are slow, not overload.
      BUSY_AFTER_MS: '60000',
      LIMITS: LIMIT_NAMES.map((name) => `${name}=1000000/60`).join(', '),
      ...env,
    });
    running.push(shop);
    return { ...shop, databaseUrl };
  };
  const folders: Record<ShopName, () => Record<string, string>> = {
    open: () => ({ DEMO_ORDERS: '1' }),
    closed: () => ({ SHOP_FOLDER: closedShop(folder) }),
    bare: () => ({ SHOP_FOLDER: bareShop(folder) }),
  };
  const opened = new Map<ShopName, Promise<GalleryShop>>();
  return {
    shop(name) {
      const shop = opened.get(name) ?? open(name, folders[name]());
      opened.set(name, shop);
      return shop;
    },
    database: (name) => newDatabase(engine.connection, name),
    stop,
  };
}

async function newDatabase(server: pg.ClientConfig, database: string): Promise<pg.ClientConfig> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${database} template template0 encoding 'UTF8'`);
  await client.end();
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

function closedShop(folder: string): string {
  return changedDemo(folder, 'closed-shop', (shop) => shop.replace('  shop: true', '  shop: false'));
}

function bareShop(folder: string): string {
  const copy = changedDemo(folder, 'bare-shop', (shop) => shop.replace('  merchandise: true', '  merchandise: false'));
  for (const item of fs.readdirSync(path.join(copy, 'items'))) fs.rmSync(path.join(copy, 'items', item));
  return copy;
}

function changedDemo(folder: string, name: string, change: (shop: string) => string): string {
  const copy = path.join(folder, name);
  fs.cpSync(DEMO, copy, { recursive: true });
  const file = path.join(copy, 'shop.yaml');
  const before = fs.readFileSync(file, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`The demo's shop.yaml has nothing to change for ${name}.`);
  fs.writeFileSync(file, after);
  return copy;
}
