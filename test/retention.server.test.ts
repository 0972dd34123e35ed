import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { NO_CSV_MAPS } from '#features/bank-statements/server/known-csv.ts';
import { readAndStore } from '#features/bank-statements/server/store-import.ts';
import { camtOf } from '#features/bank-statements/testing.ts';
import { recordTransfer, settleReceipt } from '#features/desk/server/public.ts';
import { holdRefund, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { personalData, type Rule } from '#features/retention/domain/personal-data.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { operatorOf } from './support/operator.ts';
import { columnsWith, textColumns } from './support/personal-columns.ts';
import { accountOf, orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const DAY = 24 * 60 * 60_000;
/** Part of every name, address and note of these people, so that a search finds every place that keeps one. */
const CANARY = 'canary';
const EMAIL = 'buyer@canary.example';
const address = { street: 'Canary Row 12', postal_code: '4325 AB', city: 'Canary Wharf' };
const holder = { full_name: 'Hanna Canary', email: 'hanna@canary.example', age: '25-34' };

let app: ShopApp;
let token: string;
let refundCode: string;

beforeAll(async () => {
  app = await givenShopApp();
  await fill();
});
afterAll(async () => {
  await app.close();
});

async function call(name: string, body: object) {
  const answer = await app.call(name, { token, request_key: crypto.randomUUID(), ...body });
  expect([name, answer.status, answer.body.message]).toEqual([name, 200, answer.body.message]);
  return answer.body;
}

async function placeOrder(items: readonly string[], method: string) {
  let cart: string | null = null;
  for (const [index, external_code] of items.entries()) {
    const name = external_code === 'poster-a2' ? 'add-merchandise-to-cart' : 'add-product-to-cart';
    const full_name = `Hanna Canary ${'abc'[index]}`;
    cart = (await call(name, { cart, external_code, ...holder, full_name })).cart.code;
  }
  return await call('checkout-cart', {
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: method,
      shipping_name: 'Rita Canary',
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: true,
    },
  });
}

/** Leaves every kind of personal data, as one customer who does everything that creates some. */
async function fill() {
  const operator = operatorOf(app);
  token = await accountOf(app, EMAIL, 'Bea Canary');
  const card = await placeOrder(['sandlark-pass', 'sandlark-pass', 'poster-a2'], 'credit_card');
  await pressAt(app, card.payment.url, 'paid');
  await app.settle();
  const order = await orderNow(app, token, card.order.code);
  const [first, second] = order.tickets;
  expect(
    await app.db.run(`update payment_attempts set decline_reason = 'Canary Bank said no' where settled_at is not null`),
  ).toBeGreaterThan(0);
  await call('change-ticket', {
    order_id: order.code,
    code: first!.code,
    ...holder,
    full_name: 'Nora Canary',
    email: 'nora@canary.example',
    reassign: false,
    note: 'For my canary',
  });
  refundCode = (
    await call('request-refund', { order_id: order.id, tickets: second!.code, ...bankOnWire, note: 'Dear canary' })
  ).refund_id;
  // This order is never paid, so it expires.
  await placeOrder(['saturday'], 'bank_transfer');
  // This ticket is left in a cart.
  await call('add-product-to-cart', { external_code: 'saturday', ...holder });
  await call('register', { full_name: 'Rolf Canary', email: 'rolf@canary.example', token: null });
  await app.call('email-tickets', { email: holder.email });
  const now = app.clock.now();
  const wanted = {
    words: 'From Canary',
    amount: minor(100),
    transaction: 'bank-1',
    receivedAt: now,
    actor: commandLine('tester'),
  };
  const files = [
    { name: 'statement.xml', bytes: Buffer.from(camtOf([{ amount: '1.00', text: 'Canary', name: 'Mr Canary' }])) },
  ];
  const parts = { db: app.db, shop: await loadShop(app.db), payerOf: () => Buffer.alloc(16) };
  const wish = { files, csv: NO_CSV_MAPS, currency: 'EUR', takesRunningDays: false, actor: commandLine('tester') };
  expect(await readAndStore(parts, wish, now)).toMatchObject({ ok: true });
  const booked = await recordTransfer(operator.transfers, wanted, now);
  if (!booked.ok) throw new Error(booked.error.kind);
  const { receiptId } = booked.value;
  await settleReceipt(
    operator.transfers,
    { receiptId, note: 'Sent back to Mr Canary', isReturned: true, actor: commandLine('tester') },
    now,
  );
}

const ruleOf = (name: string): Rule | undefined => {
  const [table, column] = name.split('.') as [string, string];
  return personalData[table]?.[column];
};
const rulesFound = async () => [...new Set((await columnsWith(app.db, CANARY)).map(ruleOf))].sort();
const travelTo = (iso: string) => app.travel(new Date(iso).getTime() - app.clock.now().getTime());

test('every column that can hold text has a retention rule, and every rule a column', async () => {
  const columns = await textColumns(app.db);
  expect(columns.filter((name) => !ruleOf(name))).toEqual([]);
  const named = Object.entries(personalData).flatMap(([table, rules]) =>
    Object.keys(rules).map((one) => `${table}.${one}`),
  );
  expect(named.filter((name) => !columns.includes(name))).toEqual([]);
});

describe('a shop in which a customer did everything', () => {
  test('has personal data only in columns with a deletion rule', async () => {
    expect(await rulesFound()).toEqual([
      'account',
      'cart',
      'day',
      'done',
      'holders',
      'invoices',
      'mails',
      'payments',
      'refunds',
    ]);
    expect(await app.db.row('select count(*) as count from payment_attempts where action is not null')).toEqual({
      count: 1,
    });
  });

  test('has no carts, requests, links, answers and settled attempts after two days', async () => {
    await app.travel(2 * DAY);
    expect(await rulesFound()).toEqual(['account', 'holders', 'invoices', 'mails', 'payments', 'refunds']);
    expect(await app.db.row('select count(*) as count from payment_attempts where action is not null')).toEqual({
      count: 0,
    });
  });

  test('keeps the bank details of a stuck refund for another 90 days', async () => {
    const { refunds } = operatorOf(app).parts;
    const move = { code: refundCode, actor: commandLine('tester') };
    expect((await startRefund(refunds, move, app.clock.now())).ok).toBe(true);
    expect((await holdRefund(refunds, move, app.clock.now())).ok).toBe(true);
    const kept = () => app.db.row('select bank_sealed is not null as kept, note from refunds');
    await app.travel(89 * DAY);
    expect(await kept()).toEqual({ kept: true, note: 'Dear canary' });
    await app.travel(2 * DAY);
    expect(await kept()).toEqual({ kept: false, note: '' });
  });

  test('has only hashes of recipients, and no texts about money, after 90 more days', async () => {
    await app.travel(90 * DAY);
    expect(await rulesFound()).toEqual(['account', 'holders', 'invoices']);
    const mails = await app.db.rows(
      `select kind, recipient, subject, html, body_text, octet_length(recipient_hash) as hash, sent_at is not null as sent
       from mails where key like 'order:%'`,
    );
    expect(mails.length).toBeGreaterThan(2);
    for (const mail of mails)
      expect(mail).toMatchObject({ recipient: '', subject: '', html: null, body_text: null, hash: 32, sent: true });
  });

  test('erases holders twelve months after the event, unless their refund is in progress', async () => {
    const { ends_at: end } = (await app.db.row<{ ends_at: Date }>('select ends_at from events'))!;
    await travelTo(new Date(end.getTime() + 360 * DAY).toISOString());
    const names = () => app.db.rows('select full_name, email, age, status from tickets order by id');
    expect((await names())[0]).toMatchObject({ full_name: 'Nora Canary', email: 'nora@canary.example' });
    await app.travel(10 * DAY);
    expect(await names()).toMatchObject([
      { full_name: '', email: '', age: null, status: 'active' },
      { full_name: 'Hanna Canary b', status: 'refund-problem' },
    ]);
    expect(await app.db.row('select before, after, note, actor from ticket_changes')).toMatchObject({
      before: {},
      after: {},
      note: '',
    });
    expect(await app.db.rows('select customer_name, payment_status from orders order by id')).toEqual([
      { customer_name: 'Bea Canary', payment_status: 'paid' },
      { customer_name: '', payment_status: 'cancelled' },
    ]);
    // The customer still sees the order, and the dialog does not offer the wiped holder.
    token = (await app.call('login', { email: EMAIL, password: 'a-long-password-of-mine' })).body.remember_token;
    const { body } = await app.call('get-data', { token });
    const [, old] = body.data.orders;
    expect(old.tickets[0]).toMatchObject({ full_name: '', email: '', allow_download: false });
    expect(body.data.existing_tickets.map((one: { full_name: string }) => one.full_name)).not.toContain('');
  });

  test('erases such a holder too once the refund has been paid', async () => {
    await app.db.run(`update tickets set status = 'refunded' where status = 'refund-problem'`);
    await app.settle();
    expect(await rulesFound()).toEqual(['account', 'invoices']);
    await app.db.run(`update tickets set status = 'refund-problem' where status = 'refunded'`);
  });

  test('has no names in invoices and orders after ten full years, and their figures agree', async () => {
    await travelTo('2036-12-31T22:00:00Z');
    expect(await rulesFound()).toEqual(['account', 'invoices']);
    const before = await app.db.rows(`select id, content - 'buyer' as figures from invoices order by id`);
    expect(before.length).toBeGreaterThan(0);
    await travelTo('2037-01-01T01:00:00Z');
    expect(await rulesFound()).toEqual(['account']);
    expect(await app.db.rows(`select id, content - 'buyer' as figures from invoices order by id`)).toEqual(before);
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });
});

test('the database refuses every change of an issued invoice except erasing its buyer', async () => {
  for (const change of [
    `update invoices set content = jsonb_set(content, '{total}', '1')`,
    `update invoices set content = jsonb_set(content, '{buyer,email}', '"other@example.org"')`,
    `update invoices set code = code || 'x', content = jsonb_set(content, '{buyer}', '{"lines": [], "email": ""}')`,
    'delete from invoices',
    'truncate invoices cascade',
  ])
    await expect(app.db.run(change), change).rejects.toThrow('An issued invoice is final');
});

test('data without a retention period is not deleted', async () => {
  const other = await givenShopApp();
  const buyer = await accountOf(other, EMAIL, 'Bea Canary');
  const added = await other.call('add-product-to-cart', { token: buyer, external_code: 'saturday', ...holder });
  await other.call('checkout-cart', {
    token: buyer,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  await other.db.run(
    `update shop_state set version = version + 1, config = jsonb_set(config, '{private,retention}',
       '{"mailDays": null, "paymentDays": 90, "refundDays": 90, "holderMonths": null, "invoiceYears": null}')`,
  );
  await other.travel(5_000 * DAY);
  const found = await columnsWith(other.db, CANARY);
  await other.close();
  expect(found).toEqual(expect.arrayContaining(['mails.html', 'order_lines.full_name', 'orders.customer_name']));
});
