import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let paid: Order;
let waiting: Order;

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  waiting = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  await app.settle();
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(() => app.close());

test('an order is opened by its code, however it was typed, with its items, money and history', async () => {
  const typed = paid.code.toLowerCase().replace('-', ' ');
  const opened = await support.browser.done('order-open', { code: typed });
  expect(opened).toMatchObject({
    code: paid.code,
    status: 'paid',
    total: paid.total_price,
    paid: paid.total_price,
    open_refund: 'none',
    items: [{ is_ticket: true, full_name: expect.any(String), status: 'active' }],
    payments: [{ status: 'paid', overdue: false }],
    receipts: [{ source: 'sandbox', amount: paid.total_price, attention: null }],
    refunds: [],
  });
  expect(await support.browser.done('order-open', { code: waiting.code })).toMatchObject({
    status: 'pending',
    paid: 0,
    items: [{ status: null }],
    receipts: [],
  });
});

test('an order’s page has no code that opens the order, a ticket or a payment', async () => {
  const opened = JSON.stringify(await support.browser.done('order-open', { code: paid.code }));
  const secrets = [...paid.tickets.map((ticket) => ticket.code), paid.checksum, paid.payment_checksum];
  expect(secrets.length).toBe(3);
  for (const secret of secrets) expect(opened).not.toContain(secret);
});

test('an unknown order is not found', async () => {
  expect((await support.browser.call('order-open', { code: 'SLK-NOBODY' })).status).toBe(404);
});
