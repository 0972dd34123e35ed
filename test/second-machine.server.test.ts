import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_LOGIN } from '#apps/server/demo-customer.ts';
import type { Order } from '#features/orders/contract.ts';
import { calendarPath } from '#features/shop-config/domain/calendar-path.ts';
import { invoicePath } from '#features/shop-config/domain/invoice-path.ts';
import { ticketPath } from '#features/tickets/domain/ticket-path.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { buy, callShop } from './faults/support/buyer.ts';
import { COMMAND_SECRET } from './support/command-line.ts';
import type { TestDatabase } from './support/database.ts';
import { type Machine, startOnNewMachine } from './support/machine.ts';
import { givenLoadedDatabase, type ShopProcess, startShop } from './support/server.ts';

// The demo shop on the machine that loaded it, and on one that was given DATABASE_URL and SECRET_KEY.

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let first: ShopProcess;
let second: Machine;

beforeAll(async () => {
  database = await givenLoadedDatabase();
  first = await startShop({ databaseUrl: database.url });
  second = await startOnNewMachine({ DATABASE_URL: database.url, SECRET_KEY: COMMAND_SECRET });
});
afterAll(async () => {
  expect(await second.stop()).toBe(0);
  await first.stop();
  await database.drop();
});

/** Matches when a page was made, and the part of the catalogue's version that names the process. */
const OF_THE_PROCESS = /"madeAt":"[^"]*"|(?<="catalogue_version":"[^".]*)\.[^"]*/g;

/** Returns a machine's answer, with its own origin replaced by the shop's. */
async function answerOf({ url }: { url: string }, address: string) {
  const response = await fetch(url + address, { redirect: 'manual' });
  const kinds = ['content-type', 'cache-control', 'location'].map((name) => response.headers.get(name));
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /text|json|xml|javascript/.test(kinds[0] ?? '');
  const text = isText ? bytes.toString('utf8').replaceAll(url, 'ORIGIN').replaceAll(OF_THE_PROCESS, '') : '';
  return { status: response.status, kinds, bytes: isText ? Buffer.from(text) : bytes, text };
}

/** Requests the address from both machines and expects the same answer. Returns its text. */
async function expectSame(address: string, status = 200): Promise<string> {
  const [one, other] = await Promise.all([answerOf(first, address), answerOf(second, address)]);
  expect([address, other.status, ...other.kinds]).toEqual([address, status, ...one.kinds]);
  expect(other.bytes.equals(one.bytes), address).toBe(true);
  return other.text;
}

/** Addresses of files in the text of pages, styles and scripts. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\/(?:images|fonts|assets|theme|link-preview)\/[A-Za-z0-9._@/-]+\.[a-z0-9]+)/g)].map(
    ([address]) => address,
  );

test('with only two variables, it serves every page, picture and font as the first machine does', async () => {
  const pages = [...(await expectSame('/sitemap.xml')).matchAll(/<loc>ORIGIN([^<]*)<\/loc>/g)].map(([, page]) => page!);
  expect(pages.length).toBeGreaterThan(20);
  const files = new Set<string>();
  for (const page of [...pages, '/login', '/portal'])
    for (const file of filesIn(await expectSame(page))) files.add(file);
  const pictures = await database.db.rows<{ name: string }>(`select name from shop_files where name like 'images/%'`);
  for (const { name } of pictures) files.add(`/${name}`);
  for (const file of files) for (const more of filesIn(await expectSame(file))) files.add(more);
  const ending = (end: string) => [...files].filter((file) => file.endsWith(end)).length;
  expect(pictures.length).toBeGreaterThan(700);
  expect(ending('.woff2')).toBeGreaterThan(3);
  expect(ending('.css')).toBeGreaterThan(0);
  for (const address of [
    '/robots.txt',
    '/icon.svg',
    '/tickets/keys.json',
    '/tickets/revoked.json',
    '/api/openapi.json',
  ])
    await expectSame(address);
  await expectSame('/nowhere', 302);
  await expectSame('/favicon.ico', 302);
  await expectSame('/office');
  // The machine has written copies of pictures, and nothing else.
  const isCopy = (name: string) => /^program\/data(\/images(\/[^/]+)?)?$/.test(name);
  expect(second.writtenFiles().filter((name) => !isCopy(name))).toEqual([]);
  expect(second.writtenFiles().length).toBeGreaterThanOrEqual(pictures.length);
});

test('with only two variables, it sells, and both machines produce the same documents', async () => {
  const login = { request_key: randomUUID(), ...DEMO_LOGIN };
  const { body } = await callShop({ addresses: () => [second.url] }, 'login', login);
  const token = body.remember_token;
  const { order: code } = await buy({ addresses: () => [second.url], token, externalCode: 'dune-camping' });
  const { body: answer } = await callShop({ addresses: () => [first.url] }, 'get-data', { token });
  const order = (answer.data.orders as Order[]).find((one) => one.code === code)!;
  const [ticket] = order.tickets;
  for (const [kind, address] of [
    ['calendar', calendarPath(code, order.checksum)],
    ['pdf', invoicePath(code, order.checksum)],
    ['pdf', ticketPath(ticket!.email!, ticket!.code)],
  ] as const) {
    const [one, other] = await Promise.all([answerOf(first, address), answerOf(second, address)]);
    expect([address, other.status, ...other.kinds]).toEqual([address, 200, ...one.kinds]);
    // Each document contains the time at which it was made.
    const contentOf = ({ text, bytes }: typeof one) =>
      kind === 'pdf' ? readPdf(bytes).structure : text.replace(/^DTSTAMP:.*$/m, '');
    expect(contentOf(other), address).toEqual(contentOf(one));
  }
});
