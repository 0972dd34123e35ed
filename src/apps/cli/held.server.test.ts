import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CartShop, openCartShop } from '#features/cart/testing.ts';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { givenItem, itemCounters } from '#features/stock/testing.ts';
import { type CommandAnswer, runShop } from '../../../test/support/command-line.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';

const now = new Date('2026-11-20T10:00:00Z');
const HOME = '203.0.113.7';

let database: TestDatabase;
let folder: TestFolder;
let shop: CartShop;
let token: string;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  expect((await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now })).ok).toBe(true);
  const customer = await database.db.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     values ('ada@example.org', 'ada@example.org', 'Ada', now())
     returning id`,
  );
  token = `customer-${customer!.id}`;
});
afterAll(async () => {
  await shop.close();
  await database.drop();
  await folder.remove();
});
beforeEach(async () => {
  await shop?.close();
  shop = await openCartShop(database.db, now);
  for (const table of ['cart_lines', 'carts', 'stock_units']) await database.db.run(`delete from ${table}`);
  await database.db.run('update shop_items set held = 0, sold = 0');
});

const held = (...words: string[]): Promise<CommandAnswer> => runShop({ database, now }, 'held', ...words);

async function givenHolders() {
  const pass = await givenItem(database.db, { capacity: 20 });
  const other = await givenItem(database.db, { capacity: 20 });
  const add = (externalCode: string, ip: string, more: object = {}) =>
    shop.call(
      'add-product-to-cart',
      { external_code: externalCode, full_name: 'Grace Hopper', email: 'grace@example.org', ...more },
      ip,
    );
  for (let count = 0; count < 3; count += 1) expect((await add(pass.externalCode, HOME)).status).toBe(200);
  expect((await add(other.externalCode, HOME)).status).toBe(200);
  expect((await add(pass.externalCode, '198.51.100.9', { token })).status).toBe(200);
  expect((await add(other.externalCode, '127.0.0.1')).status).toBe(200);
  return { pass, other };
}

interface Listed {
  carts: { email: string | null; network: string | null; carts: number; items: number }[];
  unpaid: unknown[];
}
const listed = async (...words: string[]): Promise<Listed> => JSON.parse((await held('list', '--json', ...words)).out);

test('the buyer with most units comes first in the list, of all items or of one', async () => {
  const { pass } = await givenHolders();
  const all = (await listed()).carts;
  expect(all.map(({ items, carts }) => [items, carts])).toEqual([
    [4, 4],
    [1, 1],
    [1, 1],
  ]);
  expect(all[0]).toMatchObject({ email: null, network: expect.stringMatching(/^[0-9a-f]{12}$/) });
  const { carts } = await listed('--item', pass.externalCode);
  expect(carts.map(({ email, items }) => [email, items])).toEqual([
    [null, 3],
    ['ada@example.org', 1],
  ]);
  const { out } = await held('list');
  expect(out).toContain(`network:${all[0]!.network}`);
  expect(out).toContain('network:unknown');
  expect(out).not.toContain(HOME);
});

test('freeing a network puts its items back on sale and no others; the audit log has the reason', async () => {
  const { pass } = await givenHolders();
  const { network } = (await listed()).carts[0]!;
  const freed = await held('free', `network:${network}`, '--reason', 'A bot', '--as', 'Berta');
  expect(freed).toMatchObject({ code: 0, out: '4 items are back on sale.\n' });
  expect((await itemCounters(database.db, pass.id)).held).toBe(1);
  expect((await listed()).carts).toHaveLength(2);
  expect(await recountStock(database.db, now)).toEqual([]);
  const entry = await database.db.row<{ actor: string; subject: string; details: object }>(
    `select actor, subject, details from audit_log where action = 'carts.freed'`,
  );
  expect(entry).toEqual({
    actor: expect.stringContaining('Berta'),
    subject: `network ${network}`,
    details: { carts: 4, items: 4, reason: 'A bot' },
  });
  expect(await held('free', `network:${network}`, '--reason', 'Again')).toMatchObject({
    code: 0,
    out: 'There is no open cart.\n',
  });
});

test('freeing the guests on unknown networks puts only their items back on sale', async () => {
  const { other } = await givenHolders();
  expect(await held('free', 'network:unknown', '--reason', 'No proxy was named')).toMatchObject({
    code: 0,
    out: '1 item is back on sale.\n',
  });
  expect((await itemCounters(database.db, other.id)).held).toBe(1);
  expect((await listed()).carts.map(({ email, network }) => email ?? network !== null)).toEqual([
    true,
    'ada@example.org',
  ]);
});

test('the buyer whose carts are freed sees an expired cart', async () => {
  const pass = await givenItem(database.db, { capacity: 2 });
  const { cart } = (
    await shop.call('add-product-to-cart', {
      external_code: pass.externalCode,
      full_name: 'Ada',
      email: 'ada@example.org',
      token,
    })
  ).body;
  expect(await held('free', 'Ada@example.org', '--reason', 'Asked by phone')).toMatchObject({
    code: 0,
    out: '1 item is back on sale.\n',
  });
  expect((await shop.call('get-cart', { cart: cart.code, token })).status).toBe(410);
  expect((await itemCounters(database.db, pass.id)).held).toBe(0);
});

test('unknown holders and items and missing reasons are refused, and nothing changes', async () => {
  expect(await held('free', 'nobody@example.org', '--reason', 'x')).toMatchObject({
    code: 2,
    err: '"nobody@example.org" is neither the email address of an account nor a network.\nNothing was changed.\n',
  });
  expect((await held('free', 'network:abc', '--reason', 'x')).code).toBe(2);
  expect((await held('free', 'ada@example.org')).err).toContain('--reason must have 1 to 500 characters.');
  expect((await held('list', '--item', 'nothing')).err).toContain('There is no item "nothing".');
  expect(await held('list')).toMatchObject({ code: 0, out: 'Nobody holds anything.\n' });
});
