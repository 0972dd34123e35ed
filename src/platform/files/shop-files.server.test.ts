import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '#platform/db/db.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { adoptFiles } from './adopt-files.ts';
import { hasFiles, insertFiles, storedFile, storedNamesBelow } from './files-store.ts';
import { imagesFolderOf, openShopFiles } from './shop-files.ts';
import { trimFolder } from './trim-folder.ts';

let database: TestDatabase;
let dataDir: string;
let reads: number;

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.run('delete from shop_files');
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'foyer-files-'));
  reads = 0;
  return () => rm(dataDir, { recursive: true, force: true });
});

const store = (files: Record<string, string>) =>
  insertFiles(
    database.db,
    Object.entries(files).map(([name, text]) => ({ name, read: async () => Buffer.from(text) })),
  );

const opened = (maxBytes = 1e9) => {
  const db: Queryable = {
    ...database.db,
    row: (text, parameters) => {
      reads += 1;
      return database.db.row(text, parameters);
    },
  };
  return openShopFiles({ db, dataDir, maxBytes });
};

test('a file that is only in the database is read once for many requests, and kept as a copy', async () => {
  await store({ 'images/pass-1.avif': 'a picture' });
  const files = opened();
  const found = await Promise.all(Array.from({ length: 50 }, () => files.read('pass-1.avif')));
  expect(new Set(found.map(String))).toEqual(new Set(['a picture']));
  expect(reads).toBe(1);
  expect(await files.find('pass-1.avif')).toEqual({ folder: imagesFolderOf(dataDir) });
  expect(reads).toBe(1);
  expect(await readdir(imagesFolderOf(dataDir))).toEqual(['pass-1.avif']);
});

test('names that are not allowed cause no query, and sources are not served', async () => {
  await store({ 'images/a.jpg': 'a', 'image-sources/a/all.png': 'a source' });
  const files = opened();
  for (const name of ['../secret-key', 'a/all.png', '.hidden', '', 'ü.jpg', `${'a'.repeat(300)}.jpg`]) {
    expect(await files.find(name), name).toBeNull();
  }
  expect(reads).toBe(0);
  expect(await files.find('none.jpg')).toBeNull();
  expect(reads).toBe(1);
});

test('a file is read again if a power cut left its copy empty', async () => {
  await store({ 'images/a.jpg': 'a picture' });
  const files = opened();
  await files.read('a.jpg');
  await writeFile(path.join(imagesFolderOf(dataDir), 'a.jpg'), '');
  expect(String(await files.read('a.jpg'))).toBe('a picture');
});

test('pictures are served even if the data folder cannot be written', async () => {
  await store({ 'images/a.jpg': 'a picture' });
  await writeFile(path.join(dataDir, 'file'), '');
  const errors: Error[] = [];
  const { db } = database;
  const files = openShopFiles({
    db,
    dataDir: path.join(dataDir, 'file'),
    maxBytes: 1e9,
    onError: (e) => errors.push(e),
  });
  expect(String(await files.read('a.jpg'))).toBe('a picture');
  expect(await files.find('a.jpg')).toEqual({ content: Buffer.from('a picture') });
  expect(errors).toHaveLength(2);
});

test('the oldest copies above the limit are deleted, and read again on request', async () => {
  const folder = imagesFolderOf(dataDir);
  await store({ 'images/1.jpg': 'x'.repeat(40), 'images/2.jpg': 'x'.repeat(40), 'images/3.jpg': 'x'.repeat(40) });
  const files = opened();
  for (const [index, name] of ['1.jpg', '2.jpg', '3.jpg'].entries()) {
    await files.read(name);
    await utimes(path.join(folder, name), index, index);
  }
  expect(await trimFolder(folder, 120)).toBe(0);
  expect(await trimFolder(folder, 100)).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['2.jpg', '3.jpg']);
  expect((await files.read('1.jpg'))!.byteLength).toBe(40);
});

test('a database without pictures stores those in the folder of an earlier version, once', async () => {
  const files = opened();
  await files.read('none');
  for (const name of ['images/a.jpg', 'images/b.avif.0.part', 'image-sources/a-1/all.png', 'image-sources/a-1/empty']) {
    await mkdir(path.join(dataDir, path.dirname(name)), { recursive: true });
    await writeFile(path.join(dataDir, name), name.endsWith('empty') ? '' : `content of ${name}`);
  }
  expect(await adoptFiles(database.db, dataDir)).toBe(2);
  expect(await hasFiles(database.db)).toBe(true);
  expect(String(await storedFile(database.db, 'images/a.jpg'))).toBe('content of images/a.jpg');
  expect(await storedNamesBelow(database.db, 'image-sources/a-1/')).toEqual(['image-sources/a-1/all.png']);
  expect(await storedNamesBelow(database.db, 'image-sources/a/')).toEqual([]);
  expect(await adoptFiles(database.db, dataDir)).toBe(0);
});
