import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { makeDemoOrders } from '#apps/server/demo-orders.ts';
import type { Order } from '#features/orders/contract.ts';
import { ticketPath } from '#features/tickets/domain/ticket-path.ts';
import { documentByCode } from '#features/tickets/server/document-store.ts';
import { qrText } from '#features/tickets/server/make-document.ts';
import { verifyTicketCode } from '#features/tickets/server/ticket-signature.ts';
import { checkBackup } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { connectClient, tableSums } from '#platform/backup/testing.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { keyFrom } from '#platform/config/secret-key.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { openEngine } from '#platform/db/engine.ts';
import { storedFile } from '#platform/files/files-store.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { COMMAND_SECRET, runWith } from '../../../test/support/command-line.ts';
import { givenEmptyDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { newEngineFolder } from '../../../test/support/engine-folder.ts';
import { accountOf, order, orderNow, pressAt, purchase } from '../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';
import { fingerprintOf } from './with-database.ts';

// One test makes a new embedded database, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const secretKey = keyFrom(COMMAND_SECRET);
/** An order is placed before each of these tables is read, so that sales go on during the backup. */
const BUSY_TABLES = ['shop_items', 'orders', 'payments', 'ledger_entries', 'tickets'];

let folder: string;
let databases: TestDatabase[];
let database: TestDatabase;
let app: ShopApp;
let token: string;
let buyer: string;

beforeAll(async () => {
  folder = newEngineFolder();
  for (const name of ['images/pass-1a2b-350x350.avif', 'image-sources/pass-1a2b/all.png']) {
    const file = path.join(folder, 'shop', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `a picture: ${name}`);
  }
  databases = [];
  app = await givenShopApp({ secretKey, dataDir: path.join(folder, 'shop') });
  database = app.database;
  await makeDemoOrders(app, app.clock.now());
  token = await app.login();
  buyer = await accountOf(app, 'buyer@example.org', 'Busy Buyer');
});
afterAll(async () => {
  await app.close();
  for (const one of databases) await one.drop();
  fs.rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
});

async function makeEmptyDatabase(): Promise<TestDatabase> {
  const made = await givenEmptyDatabase();
  databases.push(made);
  return made;
}

const countOf = async (db: Db, table: string): Promise<number> =>
  (await db.row<{ count: number }>(`select count(*) as count from ${table}`))!.count;

/** Backs up the shop while somebody buys before each of the `busy` tables is read. */
async function backup(
  file: string,
  { busy = [], change }: { busy?: readonly string[]; change?: (text: string) => string } = {},
): Promise<string> {
  const client = await connectClient(database.connection, change);
  const onTable = async (name: string) => {
    if (busy.includes(name)) await purchase(app, buyer, ['saturday', 'lark-tee-m']);
  };
  try {
    const source = { client, dataDir: app.config.dataDir, keyFingerprint: fingerprintOf(secretKey), onTable };
    return (await writeBackup(source, path.join(folder, file))).file;
  } finally {
    await client.end();
  }
}

/** Restores a backup without the command's output. */
async function restore(file: string, into: TestDatabase): Promise<void> {
  const client = await connectClient(into.connection);
  try {
    await restoreBackup(file, await checkBackup(file), { client });
  } finally {
    await client.end();
  }
}

test('a busy shop moves with all its data as of one moment to the embedded engine, and from there to a server', async () => {
  const embedded = { DATA_DIR: path.join(folder, 'embedded') };
  const onServer = await makeEmptyDatabase();
  const inHand = await ticketInHand();
  const { order: unpaid, url } = await order(app, token, ['saturday']);
  const before = await countOf(app.db, 'orders');
  const file = await backup('busy.tar.gz', { busy: BUSY_TABLES });
  // At the original shop the money arrives after the backup was taken.
  await pressAt(app, url!, 'paid');
  expect(await orderNow(app, token, unpaid.code)).toMatchObject({ payment_status: 'paid' });
  expect(await countOf(app.db, 'orders')).toBe(before + BUSY_TABLES.length);
  expect((await checkBackup(file)).rows).toMatchObject({ orders: before });

  const restored = await runWith(embedded, 'restore', file);
  expect(restored).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('The backup is complete: Sandlark as of'),
  });
  expect(restored.out).toContain(', 2 picture files.');
  expect(restored.out).toMatch(new RegExp(`Checked .* ${before} orders, `));
  expect(restored.out).toContain('Everything matches.');
  const sums = await onEngine(embedded.DATA_DIR, tableSums);

  const written = await runWith(embedded, 'backup', folder);
  expect(written).toMatchObject({ code: 0, err: '' });
  const second = /^Wrote (\S+foyer-\d{8}T\d{6}Z\.tar\.gz): /.exec(written.out)![1]!;
  expect(fs.statSync(second).mode & 0o777).toBe(0o600);
  expect(await runWith({ DATABASE_URL: onServer.url }, 'restore', second)).toMatchObject({ code: 0 });
  const { audit_log: _, ...moved } = await tableSums(onServer.db);
  expect(sums).toMatchObject(moved);
  const actions = await onServer.db.rows<{ action: string }>('select action from audit_log order by id desc limit 2');
  // The backup lacks the audit entries that were written after it was taken.
  expect(actions.map(({ action }) => action)).toEqual(['shop.restored', 'shop.restored']);
  for (const name of ['images/pass-1a2b-350x350.avif', 'image-sources/pass-1a2b/all.png']) {
    expect(String(await storedFile(onServer.db, name))).toBe(`a picture: ${name}`);
  }
  await expectToBeOpen(onServer, inHand, unpaid);
});

/** Buys a ticket, and returns its text and its download address. */
async function ticketInHand(): Promise<{ text: string; url: string }> {
  const [ticket] = (await purchase(app, token, ['saturday'])).tickets;
  const row = await documentByCode(app.db, ticket!.code);
  return { text: qrText(row!, secretKey), url: ticketPath(ticket!.email, ticket!.code) };
}

/** Customers can log in, tickets are unchanged, gateway messages may repeat, mails are sent, and sales go on. */
async function expectToBeOpen(
  restored: TestDatabase,
  inHand: { text: string; url: string },
  unpaid: Order,
): Promise<void> {
  const { db } = restored;
  const reopened = await givenShopApp({ secretKey }, { database: restored });
  const customer = await reopened.login();
  const { keys } = (await (await reopened.fetch('/tickets/keys.json')).json()) as { keys: never[] };
  expect(verifyTicketCode(inHand.text, keys, reopened.clock.now())).toEqual({ valid: false, reason: 'too_early' });
  const download = await reopened.fetch(inHand.url);
  expect(readPdf(Buffer.from(await download.arrayBuffer())).pages).toBe(1);

  expect(await orderNow(reopened, customer, unpaid.code)).toMatchObject({ payment_status: 'pending' });
  for (let time = 0; time < 2; time += 1) expect((await callBackAsPaid(reopened, unpaid)).status).toBe(200);
  expect(await orderNow(reopened, customer, unpaid.code)).toMatchObject({ payment_status: 'paid' });
  expect(
    (await callBackAsPaid(reopened, { ...unpaid, payments: [{ ...unpaid.payments[0]!, reference: 'X' }] })).status,
  ).toBe(200);

  const waiting = `select count(*) as count from mails where status = 'waiting'`;
  expect((await db.row<{ count: number }>(waiting))!.count).toBeGreaterThan(0);
  await reopened.settle();
  expect(await db.row(waiting)).toEqual({ count: 0 });
  expect(await purchase(reopened, customer, ['saturday', 'lark-tee-m'])).toMatchObject({ payment_status: 'paid' });
  expect((await auditShop(db, reopened.clock.now())).findings).toEqual([]);
  await reopened.close();
  databases.splice(databases.indexOf(restored), 1);
}

/** Sends the gateway's message that an order's first payment is paid. */
async function callBackAsPaid(shop: ShopApp, { payments }: Order): Promise<Response> {
  const { reference, amount } = payments[0]!;
  const message = { reference: `${reference}-1`, status: 'paid', transaction: 'moved-once', amount, currency: 'EUR' };
  const body = JSON.stringify(message);
  const seconds = Math.floor(shop.clock.now().getTime() / 1_000);
  const hmac = createHmac('sha256', derivedKey(secretKey, 'sandbox-gateway')).update(`${seconds}.`).update(body);
  const answer = await shop.fetch('/payments/callback/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${hmac.digest('hex')}` },
    body,
  });
  await shop.server.inbox.idle();
  return answer;
}

async function onEngine<Value>(dataDir: string, work: (db: Db) => Promise<Value>): Promise<Value> {
  const engine = await openEngine({ dataDir });
  const db = openDb({ connection: engine.connection });
  try {
    return await work(db);
  } finally {
    await db.end();
    await engine.stop();
  }
}

test('without the snapshot the backup of a busy shop is inconsistent', async () => {
  const file = await backup('torn.tar.gz', {
    busy: BUSY_TABLES,
    change: (text) => (text.startsWith('begin') ? 'begin' : text),
  });
  await expect(restore(file, await makeEmptyDatabase())).rejects.toThrow(
    /The restore could not load the rows of \w+: .*foreign key/,
  );
});

test('a backup contains no login, password or key in clear text', async () => {
  const file = await backup('secrets.tar.gz');
  const content = gunzipSync(fs.readFileSync(file)).toString('latin1');
  expect(content).toContain('mila@example.org');
  for (const secret of [token, buyer, 'dunes-at-dusk', 'a-long-password-of-mine', COMMAND_SECRET]) {
    expect(content).not.toContain(secret);
  }
  for (const form of ['hex', 'base64', 'base64url', 'latin1'] as const)
    expect(content).not.toContain(secretKey.toString(form));
});

test('a file is checked before a database is opened or created, and the key must be the shop’s', async () => {
  const file = await backup('checked.tar.gz');
  const nowhere = { DATA_DIR: path.join(folder, 'nowhere') };
  expect(await runWith(nowhere, 'restore', file, '--check')).toMatchObject({
    code: 0,
    out: expect.stringContaining('The backup is complete'),
  });
  const otherKey = await runWith(
    { ...nowhere, SECRET_KEY: 'another key of no less than 32 characters' },
    'restore',
    file,
  );
  expect(otherKey).toMatchObject({ code: 2, out: '' });
  expect(otherKey.err).toContain('The backup was made with a different key. Set SECRET_KEY to that key');
  expect(otherKey.err).toContain('Nothing was changed.');
  const noKey = await runWith({ ...nowhere, SECRET_KEY: '' }, 'restore', file);
  expect(noKey).toMatchObject({ code: 2, out: '', err: otherKey.err });
  fs.truncateSync(file, 10_000);
  for (const words of [[file], [file, '--check']]) {
    const cut = await runWith(nowhere, 'restore', ...words);
    expect(cut).toMatchObject({ code: 2, out: '', err: expect.stringContaining('it ends too soon: it was cut off') });
  }
  expect(fs.existsSync(nowhere.DATA_DIR)).toBe(false);
  const full = await runWith({ DATABASE_URL: database.url }, 'backup', file);
  expect(full).toMatchObject({ code: 2, err: expect.stringContaining('already exists') });
});
