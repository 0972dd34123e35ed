import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from '#platform/mail/outbox.ts';
import { listMails } from '#platform/mail/outbox-store.ts';
import { makeMailLook } from '#platform/mail/testing.ts';
import { operatorOf } from './support/operator.ts';
import { accountOf, order, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const OLD = 'ada@work.example';
const NEW = 'ada@home.example';
/** The password of `accountOf`. */
const PASSWORD = 'a-long-password-of-mine';

let app: ShopApp;
let token: string;
/** The orders, by what they still wait for, if anything. */
let orders: Record<'done' | 'cancelled' | 'unpaid' | 'plan' | 'event' | 'refund', string>;

beforeAll(async () => {
  app = await givenShopApp();
  token = await accountOf(app, OLD, 'Ada Lovelace');
  const done = await purchase(app, token, ['poster-a2']);
  const refund = await purchase(app, token, ['poster-a2']);
  await app.db.run(
    `insert into refunds (code, order_id, customer_id, status, is_whole_plan, total, created_at)
     select code || '-R1', id, customer_id, 'processing', false, 100, $2 from orders where code = $1`,
    [refund.code, app.clock.now()],
  );
  orders = {
    done: done.code,
    cancelled: (await order(app, token, ['saturday'])).order.code,
    unpaid: '',
    plan: (await purchase(app, token, ['sandlark-pass-plan'])).code,
    event: (await purchase(app, token, ['sandlark-pass'])).code,
    refund: refund.code,
  };
  // The unpaid card order expires.
  await app.travel(2 * 60 * 60_000);
  orders.unpaid = (await order(app, token, ['saturday'], null, 'bank_transfer')).order.code;
  await app.settle();
});
afterAll(() => app.close());

async function confirmNewAddress(): Promise<void> {
  const settings = { token, full_name: 'Ada Lovelace', email: NEW, old_password: PASSWORD, new_password: '' };
  expect((await app.call('update-settings', settings)).status).toBe(200);
  await app.settle();
  const mail = (await listMails(app.db, 100, NEW)).find(({ kind }) => kind === 'confirm-email')!;
  const { text } = readBody(mail, operatorOf(app).parts.mailSealer, () => makeMailLook());
  const link = /\/confirm-email#([\w-]{43})/.exec(text)![1];
  expect((await app.call('confirm-email', { link })).status).toBe(200);
  await app.settle();
}

test('after a new address is confirmed, only mails about open orders go there', async () => {
  const before = await app.db.rows('select content from invoices order by id');
  await confirmNewAddress();
  const rows = await app.db.rows<{ code: string; email: string }>('select code, customer_email as email from orders');
  const emailOf = (code: string) => rows.find((row) => row.code === code)?.email;
  expect(Object.fromEntries(Object.entries(orders).map(([what, code]) => [what, emailOf(code)]))).toEqual({
    done: OLD,
    cancelled: OLD,
    unpaid: NEW,
    plan: NEW,
    event: NEW,
    refund: NEW,
  });
  expect(await app.db.rows('select content from invoices order by id')).toEqual(before);
  expect(JSON.stringify(before)).toContain(OLD);

  const notice = (await app.mails()).findLast(({ kind }) => kind === 'email-changed')!;
  expect(notice).toMatchObject({
    recipient: OLD,
    body_text: expect.stringMatching(/those\s+about\s+open\s+orders/),
  });
});

test('the reminder with its link to pay goes to the confirmed address', async () => {
  await app.travel(60 * 24 * 60 * 60_000);
  const reminders = (await app.mails()).filter(
    ({ kind }) => kind.startsWith('payment-due') || kind.includes('instalment'),
  );
  expect(reminders.length).toBeGreaterThan(0);
  expect(new Set(reminders.map(({ recipient }) => recipient))).toEqual(new Set([NEW]));
});
