import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { givenShopFolder, makePicture, smallShopFile, type TestFolder } from '#features/shop-config/testing.ts';
import { givenEmptyDatabase, type TestDatabase } from './support/database.ts';
import { type ShopProcess, startShop } from './support/server.ts';

// Two processes with one database and the same key, on machines that share no disk.

vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let source: TestFolder;
let data: string;
const machines: ShopProcess[] = [];

const folderOf = (machine: string) => path.join(data, machine);
async function start(machine: string): Promise<ShopProcess> {
  const env = { DATA_DIR: folderOf(machine), SHOP_FOLDER: source.folder };
  const shop = await startShop({ databaseUrl: database.url, env });
  machines.push(shop);
  return shop;
}

beforeAll(async () => {
  data = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-machines-'));
  database = await givenEmptyDatabase();
  source = await givenShopFolder({
    'fonts/own.woff2': fs.readFileSync(
      'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    ),
    'images/photo.png': await makePicture(120, 120),
    ...smallShopFile(
      'shop.yaml',
      'name: Small shop',
      'fonts: { heading: fonts/own.woff2 }\nimages: { logo: images/photo.png, icon: images/photo.png }\nname: Small shop',
    ),
    ...smallShopFile('items/3-mug.yaml', 'stock: 7', 'stock: 7\nimages: [images/photo.png]'),
  });
  await start('first');
}, 150_000);
afterAll(async () => {
  for (const shop of machines) await shop.stop();
  await database.drop();
  await source.remove();
  fs.rmSync(data, { recursive: true, force: true });
});

const filesOf = (machine: string) =>
  fs.existsSync(path.join(folderOf(machine), 'images')) ? fs.readdirSync(path.join(folderOf(machine), 'images')) : [];

async function answer(shop: ShopProcess, address: string) {
  const response = await fetch(shop.url + address, { redirect: 'manual' });
  const { status, headers } = response;
  const kinds = ['content-type', 'cache-control', 'cross-origin-resource-policy'].map((name) => headers.get(name));
  return { status, kinds, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a second machine with an empty data folder serves every picture, font and key of the first', async () => {
  const [first] = machines as [ShopProcess];
  const names = filesOf('first').filter((name) => !name.startsWith('.'));
  expect(names.length).toBeGreaterThan(30);
  expect(names.some((name) => name.endsWith('.woff2'))).toBe(false);
  const second = await start('second');
  expect(fs.existsSync(folderOf('second'))).toBe(false);
  const rows = await database.db.rows<{ name: string }>('select name from shop_files');
  const served = rows.flatMap(({ name }) => (name.startsWith('images/') ? [`/${name}`] : []));
  expect(served.filter((name) => name.endsWith('.woff2'))).toHaveLength(1);
  expect(served.length).toBe(names.length + 1);
  for (const address of [...served, '/favicon.ico', '/tickets/keys.json', '/link-preview/merchandise/mug.jpg']) {
    const [one, other] = await Promise.all([answer(first, address), answer(second, address)]);
    expect([address, other.status]).toEqual([address, address === '/favicon.ico' ? 302 : 200]);
    expect(other.kinds, address).toEqual(one.kinds);
    expect(other.bytes.equals(one.bytes), address).toBe(true);
  }
  // The next request finds the copies.
  expect(filesOf('second').sort()).toEqual(served.map((name) => path.basename(name)).sort());
  const again = await answer(second, served[0]!);
  expect(again).toEqual(await answer(first, served[0]!));
});

test('pictures that another machine imports are served with the new catalogue', async () => {
  const [first, second] = machines as [ShopProcess, ShopProcess];
  const { defaultImageCache, importShopFolder } = await import('#features/shop-config/server/public.ts');
  await source.change({ 'images/photo.png': await makePicture(130, 130) });
  const third = path.join(folderOf('third'), 'images');
  const imported = await importShopFolder({
    db: database.db,
    folder: source.folder,
    imagesFolder: third,
    cacheFolder: defaultImageCache(),
    now: new Date(),
  });
  expect(imported).toMatchObject({ ok: true, value: { isChanged: true } });
  for (const shop of [first, second]) {
    await vi.waitFor(async () => {
      const { bytes } = await answer(shop, '/merchandise/mug');
      const [address] = /\/images\/mug-[^" ]*-500x500\.jpg/.exec(bytes.toString()) ?? [];
      expect(fs.existsSync(path.join(third, path.basename(address!)))).toBe(true);
      expect((await answer(shop, address!)).status).toBe(200);
    }, 30_000);
  }
});

test('the same folder imported on another machine generates no picture there', async () => {
  const { importShopFolder } = await import('#features/shop-config/server/public.ts');
  const imagesFolder = path.join(folderOf('fourth'), 'images');
  const imported = await importShopFolder({
    db: database.db,
    folder: source.folder,
    imagesFolder,
    now: new Date(),
  });
  expect(imported).toMatchObject({ ok: true, value: { pictures: { encoded: 0, copied: 0 } } });
  expect(fs.readdirSync(imagesFolder)).toEqual([]);
});
