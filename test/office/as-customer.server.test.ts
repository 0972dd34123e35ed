import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBuiltApplication } from '#apps/server/pages/application.ts';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let paid: Order;
let waiting: Order;

beforeAll(async () => {
  app = await givenShopApp({}, { loadApplication: loadBuiltApplication });
  const mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass', 'poster-a2']);
  waiting = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.settle();
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(() => app.close());

const views = () =>
  app.db.rows(`select actor, subject from audit_log where action = 'order.seen_as_customer' order by id`);

test('an order is shown as its customer sees it, with the shop’s look and only this order', async () => {
  const seen = await support.browser.done('order-as-customer', { code: paid.code.toLowerCase() });
  expect(seen).toMatchObject({
    code: paid.code,
    customer_name: 'Mila Okonkwo',
    seen_at: app.clock.now().toISOString(),
  });
  expect(seen.html).toContain(`>${paid.code}</span>`);
  expect(seen.html).toContain('Festival Pass, four days');
  expect(seen.html).toMatch(/<link rel="stylesheet" href="\/assets\/[^"]+\.css">/);
  expect(seen.html).not.toContain(waiting.code);
  const open = await support.browser.done('order-as-customer', { code: waiting.code });
  expect(open.html).toContain(`>${waiting.code}</span>`);
});

test('the page has no links, scripts or active controls, and no code that opens the order', async () => {
  for (const order of [paid, waiting]) {
    const { html } = await support.browser.done('order-as-customer', { code: order.code });
    expect(html).not.toMatch(/<a\b[^>]*\shref=|<script|<form\b[^>]*\saction=|<button(?! aria-disabled)|\sstyle=/);
    const secrets = [
      order.checksum,
      ...Object.entries(order).flatMap(([name, value]) => (/_checksum$/.test(name) ? [value as string] : [])),
    ];
    expect(secrets.length).toBeGreaterThan(3);
    const codes = [...order.tickets, ...order.merchandisePurchases].map(({ code }) => code);
    // The page shows codes in groups, so blanks are removed.
    const together = html.replace(/\s/g, '');
    for (const secret of [...secrets, ...codes]) expect(together).not.toContain(secret);
  }
});

test('each view is in the audit log under the order; a refused one is not', async () => {
  const before = await views();
  await support.browser.done('order-as-customer', { code: paid.code });
  await support.browser.done('order-as-customer', { code: paid.code });
  expect((await views()).slice(before.length)).toEqual([
    { actor: 'The support', subject: paid.code },
    { actor: 'The support', subject: paid.code },
  ]);
  const finance = await givenPerson(app, 'The finance', ['finance']);
  expect(await finance.browser.call('order-as-customer', { code: paid.code })).toMatchObject({
    status: 403,
    body: { permission: 'orders.as-customer' },
  });
  expect((await support.browser.call('order-as-customer', { code: 'SLK-NOBODY' })).status).toBe(404);
  expect((await views()).length).toBe(before.length + 2);
});

test('viewing does not count as a use of the customer’s login', async () => {
  const logins = () => app.db.rows('select * from login_tokens order by 1');
  const before = await logins();
  await support.browser.done('order-as-customer', { code: paid.code });
  expect(await logins()).toEqual(before);
});

test('nobody sees the page of a customer whose account was deleted', async () => {
  await app.db.run(`update customers set email = '', email_key = 'erased' where email = 'mila@example.org'`);
  expect((await support.browser.call('order-as-customer', { code: paid.code })).status).toBe(409);
});
