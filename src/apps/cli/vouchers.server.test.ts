import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportShopFolder, importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { type CommandAnswer, runShop } from '../../../test/support/command-line.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';

const now = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  await imported();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const imported = async () =>
  expect((await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now })).ok).toBe(true);
const shop = (...words: string[]): Promise<CommandAnswer> => runShop({ database, now }, 'vouchers', ...words);
const voucher = (code: string) => database.db.row('select * from vouchers where code = $1', [code]);
const count = async () => (await database.db.row<{ count: number }>('select count(*) as count from vouchers'))!.count;

test('a voucher with a chosen code is created once, and the audit log names its operator', async () => {
  const words = ['create', '--code', 'Winter-26', '--name', 'Winter', '--amount', '12.50', '--until', '2026-12-31'];
  expect(await shop(...words, '--as', 'Berta')).toEqual({ code: 0, out: 'Winter-26\n', err: 'One voucher created.\n' });
  expect(await voucher('Winter-26')).toMatchObject({
    code_key: 'WINTER-26',
    amount: 1_250,
    uses_limit: null,
    valid_until: new Date('2026-12-31T22:59:59Z'),
    made_by: 'operator',
  });
  expect(await shop('create', '--code', 'winter-26', '--name', 'Again', '--amount', '1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is already a voucher winter-26.'),
  });
  expect(await database.db.row('select actor, action from audit_log where subject = $1', ['Winter-26'])).toEqual({
    actor: 'Berta',
    action: 'voucher.created',
  });
});

test('many vouchers get different codes with more than 50 random bits, each for one order', async () => {
  const before = await count();
  const { code, out, err } = await shop('create', '--name', 'Crew', '--amount', '20', '--count', '250');
  expect({ code, err }).toEqual({ code: 0, err: '250 vouchers created.\n' });
  const codes = out.trim().split('\n');
  expect(new Set(codes).size).toBe(250);
  for (const one of codes) expect(one).toMatch(/^([2-9A-HJKMNP-Z]{4}-){2}[2-9A-HJKMNP-Z]{4}$/);
  expect(codes[0]!.replaceAll('-', '').length * Math.log2(31)).toBeGreaterThan(50);
  expect(await count()).toBe(before + 250);
  expect(await voucher(codes[0]!)).toMatchObject({ uses_limit: 1, amount: 2_000 });
});

test('the list shows the amount, uses and validity of each voucher', async () => {
  await shop('create', '--code', 'LATER', '--name', 'Later', '--amount', '5', '--from', '2027-01-01', '--uses', '3');
  const before = { database, now: new Date('2026-11-18T10:00:00Z') };
  await runShop(before, 'vouchers', ...'create --code EARLIER --name Earlier --amount 5 --until 2026-11-19'.split(' '));
  const { out } = await shop('list');
  expect(out).toMatch(/^LATER +€5\.00 +0 of 3 {2}not yet {2}2027-01-01 00:00 +operator +Later$/m);
  expect(out).toMatch(/^EARLIER +€5\.00 +0 {2}ended +2026-11-19 23:59 {2}operator +Earlier$/m);
  expect(JSON.parse((await shop('list', '--json')).out)).toContainEqual(
    expect.objectContaining({ code: 'LATER', uses_limit: 3, made_by: 'operator' }),
  );
});

test('a voucher is deactivated and activated again, by its code in any case', async () => {
  await shop('create', '--code', 'SWITCH', '--name', 'Switch', '--amount', '5');
  expect((await shop('deactivate', 'switch')).out).toBe('Voucher SWITCH is inactive.\n');
  expect(await voucher('SWITCH')).toMatchObject({ is_active: false });
  expect((await shop('activate', 'Switch')).out).toBe('Voucher SWITCH is active.\n');
  expect(await voucher('SWITCH')).toMatchObject({ is_active: true });
  expect(await shop('deactivate', 'nothing')).toMatchObject({ code: 2 });
});

test('an import withdraws vouchers that are gone from the folder, and leaves those created by command', async () => {
  const ofFolder = (await database.db.row<{ code: string }>(`select code from vouchers where made_by = 'folder'`))!
    .code;
  await folder.change({ 'vouchers.yaml': '[]\n' });
  await imported();
  expect(await voucher(ofFolder)).toMatchObject({ is_active: false });
  expect(await voucher('Winter-26')).toMatchObject({ is_active: true });
  expect((await shop('activate', ofFolder)).out).toContain('It comes from the shop folder');
});

test('vouchers created by command stay with the operator: an export leaves them out, and no import changes them', async () => {
  await shop('create', '--code', 'CREW', '--name', 'Crew', '--amount', '20');
  for (const off of ['EARLIER', 'TEN']) await shop('deactivate', off);
  const all = () => database.db.rows('select * from vouchers order by code_key');
  const before = await all();
  const target = path.join(folder.folder, '..', `${path.basename(folder.folder)}-exported`);
  const exported = await exportShopFolder({ db: database.db, folder: target });
  const own = before.filter((row) => row.made_by === 'operator').length;
  expect(exported).toMatchObject({ ok: true, value: { commandVouchers: own } });
  expect(await readFile(path.join(target, 'vouchers.yaml'), 'utf8')).not.toContain('CREW');
  await importShopFolder({ db: database.db, folder: target, imagesFolder: null, now });
  await rm(target, { recursive: true });
  expect(await all()).toEqual(before);

  // This folder was exported when it still contained the codes.
  await folder.change({ 'vouchers.yaml': '- { code: crew, name: Another, amount: 1 }\n' });
  const named = await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now });
  const message = 'code: the voucher crew was created by command and stays as it is';
  expect(named).toMatchObject({ value: { warnings: [{ file: 'vouchers.yaml', line: 1, message }], vouchers: 0 } });
  await folder.change({ 'vouchers.yaml': '[]\n' });
  await imported();
  expect(await all()).toEqual(before);
});

test.each([
  [['create', '--amount', '5'], '--name must have 1 to 120 characters.'],
  [['create', '--name', 'x'], '--amount is missing.'],
  [['create', '--name', 'x', '--amount', '0.001'], 'is not an amount in EUR'],
  [['create', '--name', 'x', '--amount', '1', '--count', '0'], '--count must be a whole number from 1'],
  [['create', '--name', 'x', '--amount', '1', '--code', 'A', '--count', '2'], 'leave out --count'],
  [['create', '--name', 'x', '--amount', '1', '--code', 'a b'], 'A code must have 2 to 40'],
  [['create', '--name', 'x', '--amount', '1', '--uses', 'many'], '--uses must be a whole number'],
  [['create', '--name', 'x', '--amount', '1', '--until', '2020-01-01'], '--until is in the past'],
  [['create', '--name', 'x', '--amount', '1', '--from', '2027-02-01', '--until', '2027-01-01'], '--until is before'],
])('vouchers %j is refused, and creates no voucher', async (words, message) => {
  const before = await count();
  expect(await shop(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  expect(await count()).toBe(before);
});
