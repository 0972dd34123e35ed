import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopFolder, smallShopFile, type TestFolder } from '#features/shop-config/testing.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { COMPILE_CACHE } from '../../../test/support/server.ts';

let database: TestDatabase;
let folder: TestFolder;
let dataFolder: string;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'foyer-cli-'));
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
  await rm(dataFolder, { recursive: true, force: true });
});

const PROGRAM = path.join(import.meta.dirname, 'main.ts');
const environment = () => ({
  ...process.env,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  DATABASE_URL: database.url,
  DATA_DIR: dataFolder,
  SHOP_ENV: 'test',
});

/** Runs the command line as a separate process. */
function shop(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env: environment() }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('a folder is imported, and again without a change', async () => {
  expect(await shop('import', folder.folder, '--as', 'Joris')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Imported as version 1: 3 items (3 new, 0 withdrawn), 1 voucher'),
  });
  expect(await shop('import', folder.folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing has changed since the last import (version 1).'),
  });
  // The audit log has the import that changed something.
  expect(await database.db.rows(`select actor, details from audit_log where action = 'shop.imported'`)).toEqual([
    { actor: 'Joris', details: { version: 1, items: 3, withdrawn_items: 0, vouchers: 1 } },
  ]);
});

test('a command whose output is closed early ends quietly', async () => {
  const program = spawn(process.execPath, [PROGRAM, 'help'], { env: environment() });
  program.stdout.destroy();
  const errors = text(program.stderr);
  expect([await once(program, 'exit'), await errors]).toEqual([[0, null], '']);
});

test('mistakes are printed with file and line, and the command is refused', async () => {
  await folder.change(smallShopFile('items/3-mug.yaml', 'stock: 7', 'stock: seven'));
  const { code, err } = await shop('import', folder.folder);
  expect(code).toBe(2);
  expect(err).toContain('3-mug.yaml:5: stock: expected a whole number of units, or unlimited\n');
  expect(err).toContain('1 mistake. Nothing was changed.');
});

test('without a known command the usage is shown', async () => {
  expect(await shop('imprt')).toMatchObject({ code: 2, out: expect.stringContaining('import <folder>') });
  expect(await shop('import')).toMatchObject({ code: 2 });
  expect(await shop()).toMatchObject({ code: 0, out: expect.stringContaining('npm run shop -- <command>') });
});
