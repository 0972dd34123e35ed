import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOfficeFiles } from './office-files.ts';
import { addSecurityHeaders } from './security-headers.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'office-files-'));
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(path.join(folder, 'index.html'), '<title>Office</title>');
  fs.writeFileSync(path.join(folder, 'assets/entry-1.js'), 'a script');
  app = Fastify();
  addSecurityHeaders(app, { isHttps: true, gatewayOrigins: [] });
  await addOfficeFiles(app, { officeDir: folder, shopUrl: 'https://sandlark.example' });
});
afterAll(async () => {
  await app.close();
  fs.rmSync(folder, { recursive: true });
});

test.each(['/office', '/office/', '/office/orders/SLK-1?x=1', '/office/invite/secret'])(
  '%s is the office’s page, which must not be cached, framed or indexed',
  async (url) => {
    const { statusCode, body, headers } = await app.inject({ url });
    expect([statusCode, body]).toEqual([200, '<title>Office</title>']);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    const policy = headers['content-security-policy'] as string;
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain('frame-src https://sandlark.example;');
    expect(policy).toContain("img-src 'self' https://sandlark.example data:;");
  },
);

test('its files are cached forever, and an unknown file is an error instead of a page', async () => {
  const { statusCode, body, headers } = await app.inject({ url: '/office/assets/entry-1.js' });
  expect([statusCode, body, headers['cache-control']]).toEqual([
    200,
    'a script',
    'public, max-age=31536000, immutable',
  ]);
  expect((await app.inject({ url: '/office/assets/entry-2.js' })).statusCode).toBe(404);
});

test('an unknown call is an error, not a page', async () => {
  for (const url of ['/office/api', '/office/api/nothing']) expect((await app.inject({ url })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/office/api/nothing' })).statusCode).toBe(404);
});

test('only the page that scans tickets may use the camera', async () => {
  const camera = async (url: string) =>
    /camera=\([a-z]*\)/.exec((await app.inject({ url })).headers['permissions-policy'] as string)![0];
  expect(await camera('/office/scan')).toBe('camera=(self)');
  for (const url of ['/office', '/office/scanner', '/office/orders']) expect(await camera(url)).toBe('camera=()');
});

test('without a build the addresses do not exist', async () => {
  const empty = Fastify();
  await addOfficeFiles(empty, { officeDir: path.join(folder, 'nothing'), shopUrl: 'https://sandlark.example' });
  expect((await empty.inject({ url: '/office' })).statusCode).toBe(404);
  await empty.close();
});
