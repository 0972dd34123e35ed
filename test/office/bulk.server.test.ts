import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let mila: string;
let paid: Order;

beforeAll(async () => {
  app = await givenShopApp();
  mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  await app.settle();
  support = await givenPerson(app, 'The support', ['support']);
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const FILTER = { view: 'all', text: '' };
const makeUnpaidOrder = async () => (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
const statusOf = async ({ code }: Order) => (await support.browser.done('order-open', { code })).status;
const resultsOf = async (run: number) =>
  (await support.browser.done('bulk-run', { run })).rows.map(
    ({ order, status, why }: { order: string; status: string; why: string | null }) => [order, why ?? status],
  );
const cancelling = (changes: object) => ({
  filter: FILTER,
  chosen: null,
  reason: 'Sold out.',
  fingerprint: '',
  ...changes,
});
const confirming = ({ fingerprint, at }: { fingerprint: string; at: string }) => ({ fingerprint, at });

test('the preview shows how many orders are changed, their sum and why others are not', async () => {
  const orders = [await makeUnpaidOrder(), await makeUnpaidOrder()];
  const request = cancelling({ chosen: [...orders, paid].map(({ code }) => code) });
  const preview = await support.browser.done('orders-bulk-cancel', request);
  expect(preview).toMatchObject({
    run: null,
    orders: 2,
    total: orders[0]!.total_price + orders[1]!.total_price,
    left_out: [{ why: 'has_money', count: 1 }],
  });
  const mila = { customer_name: 'Mila Okonkwo', to: 'mila@example.org' };
  expect(preview.rows).toEqual([
    { order: orders[0]!.code, ...mila, why: null },
    { order: orders[1]!.code, ...mila, why: null },
    { order: paid.code, ...mila, why: 'has_money' },
  ]);
  await app.settle();
  expect(await statusOf(orders[0]!)).toBe('pending');

  const started = await support.browser.done('orders-bulk-cancel', { ...request, ...confirming(preview) });
  expect(started).toMatchObject({ run: expect.any(Number), orders: 2 });
  // Confirming only starts the run.
  expect(await statusOf(orders[0]!)).toBe('pending');
  await app.settle();
  expect([await statusOf(orders[0]!), await statusOf(orders[1]!), await statusOf(paid)]).toEqual([
    'cancelled',
    'cancelled',
    'paid',
  ]);
  expect((await support.browser.done('bulk-run', { run: started.run })).rows[1]).toMatchObject(mila);
  expect(await resultsOf(started.run)).toEqual([
    [paid.code, 'has_money'],
    [orders[0]!.code, 'done'],
    [orders[1]!.code, 'done'],
  ]);
  const { entries } = await support.browser.done('order-timeline', { code: orders[0]!.code });
  expect(entries.find(({ what }: { what: string }) => what === 'action')).toMatchObject({
    by: 'The support',
    action: 'order.cancelled',
    details: { reason: 'Sold out.' },
  });
  const mails = (await app.mails()).filter(({ kind }) => kind === 'order-cancelled');
  expect(mails.length).toBe(2);
});

test('selecting all means all orders that the filter finds, except those placed after the preview', async () => {
  const before = await makeUnpaidOrder();
  await app.travel(1_000);
  const request = cancelling({ filter: { ...FILTER, view: 'waiting' } });
  const preview = await support.browser.done('orders-bulk-cancel', request);
  expect(preview.orders).toBe(1);
  await app.travel(1_000);
  const after = await makeUnpaidOrder();
  await support.browser.done('orders-bulk-cancel', { ...request, ...confirming(preview) });
  await app.settle();
  expect([await statusOf(before), await statusOf(after)]).toEqual(['cancelled', 'pending']);
});

test('nothing is done if the filter finds other orders than previewed', async () => {
  const one = await makeUnpaidOrder();
  const request = cancelling({ filter: { ...FILTER, view: 'waiting' } });
  const preview = await support.browser.done('orders-bulk-cancel', request);
  const cancel = { code: one.code, reason: '' };
  const single = await support.browser.done('order-cancel', { ...cancel, preview: '' });
  await support.browser.done('order-cancel', { ...cancel, preview: single.preview });
  const refused = await support.browser.call('orders-bulk-cancel', { ...request, ...confirming(preview) });
  expect(refused).toMatchObject({ status: 409, body: { code: 'preview_changed' } });
});

test('nothing starts without a permission, or if every chosen order would be left out', async () => {
  const finance = await givenPerson(app, 'The finance', ['finance']);
  expect((await finance.browser.call('orders-bulk-cancel', cancelling({}))).status).toBe(403);
  expect((await finance.browser.call('orders-bulk-mail', cancelling({}))).status).toBe(403);
  const request = cancelling({ chosen: [paid.code] });
  const preview = await support.browser.done('orders-bulk-cancel', request);
  expect(preview.orders).toBe(0);
  expect((await support.browser.call('orders-bulk-cancel', { ...request, ...confirming(preview) })).status).toBe(409);
  expect((await support.browser.call('bulk-run', { run: 999 })).status).toBe(404);
});

test('an order stays if money arrives between the confirmation and its turn', async () => {
  const order = await makeUnpaidOrder();
  const request = cancelling({ chosen: [order.code] });
  const preview = await support.browser.done('orders-bulk-cancel', request);
  const { run } = await support.browser.done('orders-bulk-cancel', { ...request, ...confirming(preview) });
  await app.db.run(`update orders set payment_status = 'processing' where code = $1`, [order.code]);
  await app.settle();
  expect(await resultsOf(run)).toEqual([[order.code, 'being_paid']]);
  await app.db.run(`update orders set payment_status = 'pending' where code = $1`, [order.code]);
  // The run continues when somebody resumes it.
  await support.browser.done('bulk-stop', { run, stop: false });
  await app.settle();
  expect(await resultsOf(run)).toEqual([[order.code, 'done']]);
});

test('a stopped run does nothing until it is resumed, and then handles each order once', async () => {
  const orders = [await makeUnpaidOrder(), await makeUnpaidOrder()];
  const toPreview = { filter: FILTER, chosen: orders.map(({ code }) => code), fingerprint: '' };
  const preview = await support.browser.done('orders-bulk-mail', toPreview);
  const request = { ...toPreview, ...confirming(preview), request_key: crypto.randomUUID() };
  const { run } = await support.browser.done('orders-bulk-mail', request);
  // Repeating a call whose answer was lost starts no second run.
  expect((await support.browser.done('orders-bulk-mail', request)).run).toBe(run);
  await support.browser.done('bulk-stop', { run, stop: true });
  const mails = async () => (await app.mails()).length;
  const before = await mails();
  await app.settle();
  expect(await mails()).toBe(before);
  await support.browser.done('bulk-stop', { run, stop: false });
  await app.settle();
  const after = await mails();
  expect(after).toBeGreaterThan(before);
  expect(await resultsOf(run)).toEqual(orders.map(({ code }) => [code, 'done']));
  await support.browser.done('bulk-stop', { run, stop: false });
  await app.travel(10 * 60_000);
  expect(await mails()).toBe(after);
  const [last] = (await support.browser.done('bulk-runs')).runs;
  expect(last).toMatchObject({ id: run, action: 'mail', actor: 'The support', done: 2, waiting: 0, left_out: 0 });
});

test('mails for chosen tickets are sent once for each order', async () => {
  const two = await purchase(app, mila, ['saturday', 'saturday']);
  await app.settle();
  const listed = await support.browser.done('tickets-list', { filter: { view: 'all', text: two.code } });
  const request = { filter: FILTER, chosen: listed.rows.map(({ id }: { id: number }) => id), fingerprint: '' };
  expect(request.chosen.length).toBe(2);
  const preview = await support.browser.done('tickets-bulk-mail', request);
  expect(preview.orders).toBe(1);
  const all = await support.browser.done('tickets-bulk-mail', {
    ...request,
    chosen: null,
    filter: { view: 'all', text: two.code },
  });
  expect(all.orders).toBe(1);
});
