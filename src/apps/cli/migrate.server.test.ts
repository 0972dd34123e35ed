import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { runWith } from '../../../test/support/command-line.ts';
import { givenDatabase, givenEmptyDatabase, type TestDatabase } from '../../../test/support/database.ts';

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now: new Date() });
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const shop = (...words: string[]) => runWith({ DATABASE_URL: database.url }, ...words);
const LAST = 'select number, file from schema_migrations order by number desc limit 1';

test('commands refuse a database of an earlier version until migrate brings it up to date', async () => {
  expect(await shop('migrate')).toMatchObject({ code: 0, out: 'The database is up to date.\n' });
  // Makes the newest migration pending again. It can be applied twice because its traces are removed too.
  await database.db.run('drop table shop_files');
  await database.db.run(`delete from schema_migrations where file = '0067-shop-files.sql'`);
  const before = await database.db.row(LAST);
  for (const words of [['doctor'], ['orders', 'list'], ['import', folder.folder]]) {
    await expect(shop(...words), words.join(' ')).rejects.toThrow(
      /1 migration is pending, from 0067-shop-files\.sql\..*npm run shop -- migrate/,
    );
  }
  expect(await database.db.row(LAST)).toEqual(before);
  expect(await shop('migrate')).toMatchObject({ code: 0, out: 'Applied migration 0067-shop-files.sql.\n' });
  expect(await shop('doctor')).toMatchObject({ code: 0 });
});

test('migrate creates no shop in a database without one', async () => {
  const empty = await givenEmptyDatabase();
  const { code, err } = await runWith({ DATABASE_URL: empty.url }, 'migrate');
  expect([code, err]).toEqual([2, expect.stringContaining('There is no shop in this database.')]);
  expect(await empty.db.row(`select to_regclass('schema_migrations') as found`)).toEqual({ found: null });
  await empty.drop();
});
