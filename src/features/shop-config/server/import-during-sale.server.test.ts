import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db, Queryable } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { untilLockWaits } from '../../../../test/support/lock-waits.ts';
import { givenShopFolder, smallShop, smallShopFile, type TestFolder } from '../testing.ts';
import { type ImportReport, importShopFolder } from './import-shop-folder.ts';

const now = new Date('2026-11-20T10:00:00Z');
let database: TestDatabase;
let folder: TestFolder;
let buyer: pg.Client;

beforeEach(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  buyer = new pg.Client(database.connection);
  await buyer.connect();
});
afterEach(async () => {
  await buyer.end();
  await database.drop();
  await folder.remove();
});

async function imported(): Promise<ImportReport> {
  const result = await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const TABLES = ['shop_items', 'departures', 'events', 'vouchers', 'terms_versions'];

/** A row's place and the transaction that wrote it; the second also contains the transaction that last locked it. */
const WRITTEN = "concat(ctid, ' ', xmin)";
const WRITTEN_OR_LOCKED = "concat(ctid, ' ', xmin, ' ', xmax)";

async function rowVersions(version: string): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  for (const table of TABLES) {
    const rows = await database.db.rows<{ id: number; version: string }>(
      `select id, ${version} as version from ${table}`,
    );
    for (const { id, version } of rows) versions.set(`${table} ${id}`, version);
  }
  return versions;
}

async function rowsWrittenBy(work: () => Promise<unknown>, version = WRITTEN_OR_LOCKED): Promise<string[]> {
  const before = await rowVersions(version);
  await work();
  const after = await rowVersions(version);
  return [...after].filter(([row, seen]) => before.get(row) !== seen).map(([row]) => row);
}

async function idOf(code: string): Promise<number> {
  return (await database.db.row<{ id: number }>('select id from shop_items where external_code = $1', [code]))!.id;
}

const manyMugs = (count: number, price: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `items/m-${String(index).padStart(4, '0')}.yaml`,
      `external_code: mug-${index}\nname: Mug ${index}\ntype: mug\nprice: ${price}\nstock: 7\n`,
    ]),
  );

test('importing a changed page writes and locks no item, departure, event, voucher or terms row', async () => {
  await imported();
  await folder.change({ 'pages/faqs.html': '<h2>How?</h2><p>So.</p>\n' });
  expect(await rowsWrittenBy(async () => expect(await imported()).toMatchObject({ isChanged: true }))).toEqual([]);
});

test('importing one changed price writes only its row', async () => {
  await imported();
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '13'));
  expect(await rowsWrittenBy(imported)).toEqual([`shop_items ${await idOf('mug')}`]);
});

test('importing one changed departure writes only its row', async () => {
  await imported();
  await folder.change(smallShopFile('items/2-coach.yaml', '09:30, stock: 4', '09:45, stock: 4'));
  const early = await database.db.row<{ id: number }>("select id from departures where code = 'early'");
  expect(await rowsWrittenBy(imported, WRITTEN)).toEqual([`departures ${early!.id}`]);
  expect(await database.db.row('select departs_at from departures where id = $1', [early!.id])).toEqual({
    departs_at: new Date('2027-07-22T07:45:00Z'),
  });
});

test('an import that changes one item does not wait for a sale of another', async () => {
  await imported();
  await buyer.query('begin');
  await buyer.query("select 1 from shop_items where external_code = 'pass' for update");
  await buyer.query("select 1 from vouchers where code_key = 'TEN' for update");
  await folder.change(smallShopFile('items/3-mug.yaml', '12.50', '13'));
  expect(await imported()).toMatchObject({ version: 2 });
  await buyer.query('rollback');
});

test('the items of earlier steps are changed and free while an import waits for a sale', async () => {
  await folder.change(manyMugs(150, '3'));
  await imported();
  await folder.change(manyMugs(150, '4'));
  await buyer.query('begin');
  await buyer.query("select 1 from shop_items where external_code = 'mug-149' for update");
  const importing = imported();
  await untilLockWaits(database.db);
  const other = await database.db.row<{ price: number }>(
    "select price from shop_items where external_code = 'mug-0' for no key update nowait",
  );
  expect(other).toEqual({ price: 400 });
  await buyer.query('rollback');
  expect(await importing).toMatchObject({ items: { total: 153, added: 0, withdrawn: 0 } });
  expect(await database.db.row('select count(*) from shop_items where price = 400')).toEqual({ count: 150 });
});

test('no statement of an import has more than 250 items, and no transaction locks more than 100', async () => {
  const { db, items, locked } = recorded(database.db);
  const importAgain = async () => {
    const result = await importShopFolder({ db, folder: folder.folder, imagesFolder: null, now });
    expect(result.ok).toBe(true);
  };
  await folder.change(manyMugs(300, '3'));
  await importAgain();
  expect(items).toContain(250);
  expect(locked).toEqual([]);
  await folder.change(manyMugs(300, '4'));
  await importAgain();
  expect(Math.max(...items)).toBe(250);
  expect(locked).toEqual([100, 100, 100]);
  expect(await database.db.row('select count(*) from shop_items where price = 400')).toEqual({ count: 300 });
});

test('an import that was cut off between its steps does the rest when it is repeated', async () => {
  await folder.change(manyMugs(150, '3'));
  await imported();
  // The state after the first step, if the second never runs.
  await database.db.run("update shop_items set price = 400 where external_code = 'mug-0'");
  await folder.change({ ...manyMugs(150, '4'), 'items/3-mug.yaml': null });
  expect(await imported()).toMatchObject({ version: 2, items: { total: 152, added: 0, withdrawn: 1 } });
  expect(await database.db.row('select count(*) from shop_items where price = 400')).toEqual({ count: 150 });
  await folder.change({ 'items/3-mug.yaml': smallShop['items/3-mug.yaml']! });
  await imported();
  expect(await database.db.row("select is_active from shop_items where external_code = 'mug'")).toEqual({
    is_active: true,
  });
});

test('the new terms of a refused folder are not stored', async () => {
  await imported();
  await folder.change({
    'shop.yaml': smallShop['shop.yaml']!.replace("terms_version: '1'", "terms_version: '2'"),
    'pages/terms-conditions.html': '<p>Other terms.</p>\n',
    ...smallShopFile('items/3-mug.yaml', '12.50', '12.505'),
  });
  const refused = await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now });
  expect(refused.ok).toBe(false);
  expect(await database.db.rows('select version from terms_versions')).toEqual([{ version: '1' }]);
});

/** Wraps the database, and records how many items each statement carries and how many each lock covers. */
function recorded(real: Db): { readonly db: Db; readonly items: number[]; readonly locked: number[] } {
  const [items, locked]: [number[], number[]] = [[], []];
  const record = (text: string, parameters: readonly unknown[] = []): [string, readonly unknown[]] => {
    const [first] = parameters;
    if (typeof first === 'string' && first.startsWith('[')) items.push(JSON.parse(first).length);
    if (/from shop_items .*for no key update/s.test(text)) locked.push((first as number[]).length);
    return [text, parameters];
  };
  const recording = <Queries extends Queryable>(queries: Queries): Queries => ({
    ...queries,
    rows: (text, parameters) => queries.rows(...record(text, parameters)),
    row: (text, parameters) => queries.row(...record(text, parameters)),
    run: (text, parameters) => queries.run(...record(text, parameters)),
  });
  const db: Db = {
    ...recording(real),
    transaction: (work, options) => real.transaction((tx) => work(recording(tx)), options),
  };
  return { db, items, locked };
}
