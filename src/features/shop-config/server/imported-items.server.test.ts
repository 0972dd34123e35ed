import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopItem as shopItemSchema } from '#features/catalogue/contract.ts';
import { itemForSale, listShopItems, shopItem } from '#features/catalogue/server/public.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { givenShopFolder, type TestFolder } from '../testing.ts';
import { importShopFolder } from './import-shop-folder.ts';

const now = new Date('2026-11-20T10:00:00Z');
let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  const imported = await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now });
  expect(imported.ok).toBe(true);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

test('every item on sale has exactly the published shape', async () => {
  const { tickets, merchandise } = await listShopItems(database.db, now);
  expect(tickets.length + merchandise.length).toBe(3);
  for (const item of [...tickets, ...merchandise]) expect(shopItemSchema.strict().parse(item)).toEqual(item);
});

test('departures that have left are not offered, and after the last one the item is out of stock', async () => {
  const between = new Date('2027-07-22T08:00:00Z');
  const after = new Date('2027-07-22T11:00:00Z');
  expect((await shopItem(database.db, 'coach', between))!.travel_times).toMatchObject([{ remaining: null }]);
  expect(await shopItem(database.db, 'coach', after)).toMatchObject({
    travel_times: [],
    in_stock: false,
    stock_level: 0,
  });
});

test('units that are sold or held are not for sale', async () => {
  await database.db.run("update departures set sold = 1, held = 2 where code = 'early'");
  await database.db.run("update shop_items set sold = 4, held = 6 where external_code = 'pass'");
  expect((await shopItem(database.db, 'coach', now))!.travel_times[0]).toMatchObject({ remaining: 1 });
  expect(await shopItem(database.db, 'pass', now)).toMatchObject({ in_stock: false, stock_level: 0 });
});

test('an item for a cart has its prices, tax and departures; an unknown code returns null', async () => {
  expect(await itemForSale(database.db, 'coach')).toMatchObject({
    kind: 'tickets',
    price: 4_000,
    fee: 0,
    taxBasisPoints: 900,
    refundFee: 0,
    travelTimeType: 'selectable',
    departures: [
      { code: 'early', departsAt: new Date('2027-07-22T07:30:00Z'), capacity: 4 },
      { code: 'late', departsAt: new Date('2027-07-22T11:00:00Z'), capacity: null },
    ],
  });
  expect(await itemForSale(database.db, 'Coach')).toBeNull();
  expect(await shopItem(database.db, "x'; drop table shop_items; --", now)).toBeNull();
});
