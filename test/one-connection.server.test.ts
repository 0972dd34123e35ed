import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { openDb } from '#platform/db/db.ts';
import { givenDatabase } from './support/database.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { accountOf, order, orderNow, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* A transaction that holds a connection while it waits for another one stops everything as soon as enough others do the
   same. With one connection for stock and one for the rest, the first such transaction hangs, and fails after five
   seconds. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: ShopApp;
let token: string;

beforeAll(async () => {
  const database = await givenDatabase();
  const db = openDb({ connection: database.connection, poolSize: 1, stockPoolSize: 1 });
  const drop = async () => {
    await db.end();
    await database.drop();
  };
  app = await givenShopApp({}, { database: { ...database, db, drop }, fill: true });
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const mailsTo = async (recipient: string) =>
  (await app.mails()).filter((mail) => mail.recipient === recipient).map(({ kind }) => kind);

test('one connection is enough for registrations, password resets and emailing tickets again', async () => {
  await app.call('register', { full_name: 'Ada Lovelace', email: 'ada@example.org' });
  await app.settle();
  expect(await mailsTo('ada@example.org')).toEqual(['password']);
  await app.call('request-password-reset', { email: 'ada@example.org' });
  await app.settle();
  expect(await mailsTo('ada@example.org')).toEqual(['password', 'password-reset']);
  await purchase(app, await accountOf(app, 'again@example.org', 'Again Again'), ['saturday']);
  await app.call('email-tickets', { email: 'again@example.org' });
  await app.settle();
  expect(await mailsTo('again@example.org')).toContain('tickets-again');
});

test('one connection is enough to pay by card, plan and voucher, and to end unpaid orders', async () => {
  expect(await purchase(app, token, ['saturday', 'lark-tee-m'])).toMatchObject({ payment_status: 'paid' });
  expect(await purchase(app, token, ['sandlark-pass-plan'])).toMatchObject({ payment_status: 'partial' });
  expect(await purchase(app, token, ['saturday'], 'FULLHOUSE')).toMatchObject({ payment_status: 'paid' });
  const { order: unpaid } = await order(app, token, ['saturday']);
  await app.travel(20 * DAY);
  expect(await orderNow(app, token, unpaid.code)).toMatchObject({ payment_status: 'abandoned' });
  await app.travel(20 * DAY);
  const kinds = ['order-received', 'payment-received', 'order-abandoned', 'instalment-still-overdue'];
  expect(await mailsTo('mila@example.org')).toEqual(expect.arrayContaining(kinds));
});

test('one connection is enough to accept an order’s open terms by its link', async () => {
  const { order: open } = await order(app, token, ['saturday']);
  await app.db.run(
    'update orders set terms_version_id = null, terms_accepted_at = null, terms_accepted_via = null where code = $1',
    [open.code],
  );
  const link = { order: open.code, checksum: open.checksum };
  expect((await app.call('accept-terms-and-conditions', link)).body.message).toBeUndefined();
  expect(await orderNow(app, token, open.code)).toMatchObject({ accepted_ts_and_cs: true });
});

test('one connection is enough to change tickets, and to request and cancel a refund', async () => {
  const bought: Order = await purchase(app, token, ['sandlark-pass', 'sandlark-pass', 'sandlark-pass']);
  const [first, second, third] = bought.tickets.map((ticket) => ticket.code);
  await freshLogins(app);
  const change = { token, order_id: bought.code, full_name: 'Grace Hopper', email: 'grace@example.org', age: '25-34' };
  expect((await app.call('change-ticket', { ...change, code: first, reassign: false })).status).toBe(200);
  expect((await app.call('change-ticket', { ...change, code: second, reassign: true })).status).toBe(200);
  const requested = await app.call('request-refund', {
    token,
    order_id: bought.code,
    tickets: third,
    merchandise: '',
    bank_owner_full_name: 'Mila Okonkwo',
    bank_owner_address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' },
    bank_name: 'Bank',
    bank_city: 'Noorderzand',
    bank_country: 'NL',
    bank_bic: 'ABNANL2A',
    bank_iban: 'NL91ABNA0417164300',
  });
  expect(requested.body.message).toBeUndefined();
  expect((await app.call('cancel-refund', { token, refund_id: requested.body.refund_id })).status).toBe(200);
  await app.settle();
  expect((await orderNow(app, token, bought.code)).tickets).toHaveLength(3);
});
