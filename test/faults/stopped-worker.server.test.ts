import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { type DatabaseProxy, givenProxy } from './support/database-proxy.ts';
import { givenMailSink, type MailSink } from './support/mail-sink.ts';
import { givenSale, type Sale } from './support/sale.ts';

// A process takes a piece of work and is stopped for longer than the work is reserved, and another process does it.
// Then the first continues as if nothing had happened.

const MINUTE = 60_000;

let database: TestDatabase;
let sale: Sale;
let sink: MailSink;
let proxy: DatabaseProxy;
let stopped: ShopProcess;
/** A shop whose time moves only by `travel`. */
let awake: ShopApp;
let orders = 0;

beforeAll(async () => {
  database = await givenDatabase();
  [sale, sink, proxy] = await Promise.all([givenSale(database.db, 10), givenMailSink(), givenProxy(database)]);
  stopped = await startShop({
    databaseUrl: proxy.url,
    env: { SMTP_URL: sink.url, LOG_LEVEL: 'error' },
  });
  awake = await givenShopApp({ smtpUrl: sink.url }, { database, fill: false, now: new Date() });
});
afterAll(async () => {
  await stopped?.stop();
  // This also drops the database.
  await awake?.close();
  await Promise.all([sink?.close(), proxy?.close()]);
});
beforeEach(() => awake.clock.travelTo(new Date()));

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

async function placeOrder(method: 'bank_transfer' | 'credit_card') {
  const token = sale.tokens[orders]!;
  orders += 1;
  const added = await awake.call('add-product-to-cart', {
    token,
    external_code: sale.item.externalCode,
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
  });
  const { body } = await awake.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: method, accepted_ts_and_cs: true },
  });
  expect(body.message).toBeUndefined();
  return { code: body.order.code as string, url: body.payment?.url as string };
}

/** Stops the process once it has received the claimed work. */
function stopWhen(takes: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let isStopped = false;
    proxy.rule = ({ text }, phase) => {
      if (phase === 'after' && !isStopped && takes.test(text)) {
        isStopped = true;
        process.kill(stopped.pid, 'SIGSTOP');
        resolve();
      }
      return 'pass';
    };
  });
}

/** Wakes the process up. Resolves when this statement was answered. */
function wake(sends: RegExp): Promise<void> {
  return new Promise((resolve) => {
    proxy.rule = ({ text }, phase) => {
      if (phase === 'after' && sends.test(text)) resolve();
      return 'pass';
    };
    process.kill(stopped.pid, 'SIGCONT');
  });
}

/** Stops the process once it has claimed due work: until then it polls once a second and finds none. */
async function stopWithWork(takes: RegExp, hasWork: () => Promise<boolean>): Promise<void> {
  for (;;) {
    await stopWhen(takes);
    if (await hasWork()) return;
    process.kill(stopped.pid, 'SIGCONT');
  }
}

const receiptsOf = (code: string) =>
  database.db.rows('select 1 as one from receipts where order_id = (select id from orders where code = $1)', [code]);

test('the mail of a stopped sender is sent by another; the first can neither mark nor postpone it', async () => {
  const { code } = await placeOrder('bank_transfer');
  const mail = () =>
    database.db.row<{ id: string; status: string; tries: number; sent: Date }>(
      `select message_id as id, status, tries, sent_at as sent from mails where concat(draft, body_text) like '%' || $1 || '%'`,
      [code],
    );
  await stopWithWork(/update mails\s+set tries/, async () => (await mail())!.tries === 1);
  await awake.travel(4 * MINUTE);
  const before = (await mail())!;
  expect(before).toMatchObject({ status: 'sent', tries: 2 });
  await wake(/update mails\s+set status/);
  expect(await mail()).toEqual(before);
  // The mail arrives twice under one Message-ID, so a mailbox shows it once.
  expect(sink.arrived.get(before.id)).toBe(2);
});

test('the gateway message of a stopped process is delivered by another, and booked once', async () => {
  const { code, url } = await placeOrder('credit_card');
  const callback = () =>
    database.db.row<{ tries: number; delivered: Date | null }>(
      `select c.tries, c.delivered_at as delivered from sandbox_callbacks c join sandbox_payments p on p.id = c.sandbox_payment_id
       where p.merchant_reference like $1`,
      [`${code}%`],
    );
  const stopping = stopWithWork(/update sandbox_callbacks\s+c/, async () => (await callback())?.tries === 1);
  await awake.fetch(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ outcome: 'paid' }) });
  await stopping;
  await awake.travel(MINUTE);
  const before = (await callback())!;
  expect(before).toMatchObject({ tries: 2, delivered: expect.any(Date) });
  await wake(/update sandbox_callbacks\s+set next_try_at/);
  expect(await callback()).toEqual(before);
  expect(await receiptsOf(code)).toHaveLength(1);
});

test('the query of a stopped process is repeated by another, and the money is booked once', async () => {
  const { code, url } = await placeOrder('credit_card');
  await awake.fetch(new URL(url).pathname, { method: 'POST', body: new URLSearchParams({ outcome: 'lost' }) });
  const stopping = stopWithWork(/update payment_attempts a/, async () => {
    const row = await database.db.row<{ queried: boolean }>(
      `select next_query_at > created_at + interval '130 seconds' as queried from payment_attempts where reference like $1`,
      [`${code}%`],
    );
    return row!.queried;
  });
  await database.db.run('update clock_shift set shift_ms = $1', [3 * MINUTE]);
  await stopping;
  await awake.travel(10 * MINUTE);
  expect(await receiptsOf(code)).toHaveLength(1);
  await wake(/insert into receipts|select .* from receipts|from receipts/);
  expect(await receiptsOf(code)).toHaveLength(1);
  await database.db.run('update clock_shift set shift_ms = 0');
});
