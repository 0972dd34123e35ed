import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { openEngine, urlOf } from '#platform/db/engine.ts';
import { LIMIT_NAMES } from '#platform/http/limits.ts';
import { SECRET_KEY, type ShopProcess, startShop } from '../../bench/shop-process.ts';

export { SECRET_KEY };

/**
 * `open` is the demo shop unchanged, `closed` one that its operator has closed, `bare` one with nothing to sell and no
 * merchandise, and `card-refunds` one that offers refunds to the card.
 */
export type ShopName = 'open' | 'closed' | 'bare' | 'card-refunds';

export interface GalleryShop extends ShopProcess {
  databaseUrl: string;
}

export interface GalleryShops {
  /** Returns a shop, started on its first use. */
  shop(name: ShopName): Promise<GalleryShop>;
  /** Makes an empty database on the same server. */
  database(name: string): Promise<pg.ClientConfig>;
  stop(): Promise<void>;
}

const DEMO = path.resolve(import.meta.dirname, '../../demo');

/** Opens shops on their own databases in one embedded PostgreSQL in `folder`. */
export async function openShops(folder: string): Promise<GalleryShops> {
  const engine = await openEngine({ dataDir: folder });
  const running: ShopProcess[] = [];
  const stop = async () => {
    await Promise.all(running.map((shop) => shop.stop()));
    await engine.stop();
  };
  const open = async (name: ShopName, env: Record<string, string>): Promise<GalleryShop> => {
    const connection = await newDatabase(engine.connection, `gallery_${name.replace('-', '_')}`);
    const databaseUrl = connection.connectionString ?? urlOf(connection);
    const shop = await startShop(databaseUrl, {
      SHOP_ENV: 'development',
      TIME_MACHINE: '1',
      DATA_DIR: path.join(folder, name),
      // Two browsers on a busy machine slow the shop down, which it must not take for overload.
      BUSY_AFTER_MS: '60000',
      LIMITS: LIMIT_NAMES.map((name) => `${name}=1000000/60`).join(', '),
      ...env,
    });
    running.push(shop);
    if (name === 'card-refunds') await offerCardRefunds(databaseUrl);
    return { ...shop, databaseUrl };
  };
  const folders: Record<ShopName, () => Record<string, string>> = {
    open: () => ({ DEMO_ORDERS: '1' }),
    closed: () => ({ SHOP_FOLDER: closedShop(folder) }),
    bare: () => ({ SHOP_FOLDER: bareShop(folder) }),
    // By default, only the demo's own folder comes with the demo's orders.
    'card-refunds': () => ({ DEMO_ORDERS: '1' }),
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

async function offerCardRefunds(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `update shop_state
     set config = jsonb_set(jsonb_set(config, '{public,refundWay}', '"ask"'), '{private,refundWay}', '"ask"'),
         version = version + 1`,
  );
  await client.end();
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
