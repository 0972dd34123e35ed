import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShopFiles } from '#platform/files/shop-files.ts';
import { addAssets, addImages } from './static-files.ts';

const PICTURE = '/images/banner-1.webp';
const SCRIPT = '/assets/entry-1.js';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'static-files-'));
  for (const name of ['assets', 'images']) fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, PICTURE), 'a picture');
  for (const ending of ['', '.br']) fs.writeFileSync(path.join(folder, SCRIPT + ending), `a script${ending}`);
  app = Fastify();
  await addAssets(app, folder);
  // The database has no files, because this machine has copies of all of them.
  const db = { rows: async () => [], row: async () => undefined, run: async () => 0 };
  await addImages(app, openShopFiles({ db, dataDir: folder, maxBytes: 1e9 }));
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe.each([
  [PICTURE, 'a picture'],
  [SCRIPT, 'a script'],
])('%s', (url, text) => {
  test.each(['bytes=0-1', 'bytes=-3', 'bytes=99999-', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2'])(
    'a range request (%s) gets the complete file, because ranges are of no use for small files cached for a year',
    async (range) => {
      const { statusCode, body, headers } = await get(url, { range });
      expect([statusCode, body, headers['content-range'], headers['accept-ranges']]).toEqual([
        ...[200, text, undefined, undefined],
      ]);
    },
  );

  test('a browser that already has the file does not get it again', async () => {
    const { headers } = await get(url);
    const answer = await get(url, { 'if-none-match': `"another", ${headers.etag}` });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
  });
});

test('a request for a file that is missing or outside the folder gets an error', async () => {
  const strange = ['/images/none.webp', '/images/%00', '/images/..%2fassets%2fentry-1.js'];
  for (const url of strange) {
    const { statusCode, body } = await get(url);
    expect([400, 403, 404], url).toContain(statusCode);
    expect(body).not.toMatch(/^a (script|picture)/);
  }
});
