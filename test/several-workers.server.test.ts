import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccountRequest } from '#features/customers/server/account-request-store.ts';
import { answerAccountRequests } from '#features/customers/server/answer-account-requests.ts';
import { accountPartsFor } from '#features/customers/testing.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { openDb } from '#platform/db/db.ts';
import { claimMails, insertMails } from '#platform/mail/outbox-store.ts';
import { order } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

// Two workers of one shop, each with its own connections, as on two machines.

/** References of the attempts that the gateway was queried about. */
const queried: string[] = [];
const standIn = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  async close(attempt, now) {
    queried.push(attempt.reference);
    // The pause gives the other worker time to take the same order.
    await pause(100);
    return await sandbox.close(attempt, now);
  },
});

let one: ShopApp;
let other: ShopApp;

beforeAll(async () => {
  one = await givenShopApp({}, { standIn });
  const db = openDb({ connection: one.database.connection });
  other = await givenShopApp({}, { standIn, database: { ...one.database, db, drop: () => db.end() } });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

test('two workers that end unpaid orders query the gateway once for each', async () => {
  const token = await one.login();
  const orders = [];
  for (let count = 0; count < 8; count += 1) orders.push((await order(one, token, ['lark-tee-m'])).order);
  // Otherwise a status query might find them expired first.
  await one.db.run('update payment_attempts set next_query_at = null');
  const later = new Date(one.clock.now().getTime() + 45 * 60_000);
  for (const app of [one, other]) await app.clock.travelTo(later);
  await Promise.all([one.settle(), other.settle()]);
  expect(queried.toSorted()).toEqual(orders.map(({ payments }) => `${payments[0]!.reference}-1`).toSorted());
  const states = await one.db.rows('select distinct payment_status from orders where code = any($1)', [
    orders.map(({ code }) => code),
  ]);
  expect(states).toEqual([{ payment_status: 'abandoned' }]);
});

test('when the lease of a worker that died has ended, another one ends its order', async () => {
  const { order: left } = await order(one, await one.login(), ['lark-tee-m']);
  const later = new Date(one.clock.now().getTime() + 45 * 60_000);
  for (const app of [one, other]) await app.clock.travelTo(later);
  const status = async () =>
    (await one.db.row<{ status: string }>('select payment_status as status from orders where code = $1', [left.code]))!
      .status;
  await one.db.run('update orders set ending_until = $2 where code = $1', [
    left.code,
    new Date(later.getTime() + 60_000),
  ]);
  await other.settle();
  expect(await status()).toBe('pending');
  await other.travel(60_000);
  expect(await status()).toBe('abandoned');
});

test('three workers that answer registrations hash each password once', async () => {
  const now = new Date('2026-12-20T12:00:00Z');
  for (let count = 0; count < 12; count += 1) {
    const request = { email: `worker-${count}@example.org`, fullName: 'Ada', payload: { from: '/', cart: null } };
    await insertAccountRequest(one.db, { kind: 'register', ...request }, now);
  }
  let hashes = 0;
  let begun = 0;
  const { promise: haveAllBegun, resolve: allHaveBegun } = Promise.withResolvers<void>();
  const worker = async (app: ShopApp) => {
    const parts = accountPartsFor(app.db);
    let isFirst = true;
    const hash = async () => {
      hashes += 1;
      if (isFirst) begun += 1;
      isFirst = false;
      // Each worker has a request before any of them goes on.
      if (begun === 3) allHaveBegun();
      await haveAllBegun;
      return 'a hash';
    };
    const work = answerAccountRequests({ ...parts, passwords: { ...parts.passwords, hash } });
    let done = 0;
    while ((await work.run(now)) > 0) done += 1;
    return done;
  };
  const shares = await Promise.all([worker(one), worker(other), worker(one)]);
  expect(hashes).toBe(12);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  const mails =
    "select count(distinct recipient) as people, count(*) as mails from mails where recipient like 'worker-%'";
  expect(await one.db.row(mails)).toEqual({ people: 12, mails: 12 });
});

test('a mail with a password is sent before a thousand that wait', async () => {
  const now = new Date('2026-12-21T12:00:00Z');
  const mail = (kind: string, index: number) => ({
    ...{ key: null, kind, recipient: 'ada@example.org', subject: kind, draft: null, html: '', text: '', sealed: null },
    ...{ attachments: [], messageId: `<${kind}-${index}@example.org>`, orderId: null },
  });
  await one.db.run("delete from mails where status = 'waiting'");
  await one.db.transaction(async (tx) => {
    const waiting = Array.from({ length: 1_000 }, (_, index) => mail('order-cancelled', index));
    await insertMails(tx, waiting, now);
    await insertMails(tx, [mail('password', 0)], new Date(now.getTime() + 1_000));
  });
  const at = new Date(now.getTime() + 2_000);
  const claimed = await Promise.all(
    [one, other].map(({ db }) => claimMails(db, 5, at, new Date(at.getTime() + 60_000))),
  );
  expect(claimed.map((mails) => mails.length)).toEqual([5, 5]);
  const kinds = claimed.flat().map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'password')).toHaveLength(1);
  expect(new Set(claimed.flat().map(({ id }) => id)).size).toBe(10);
});
