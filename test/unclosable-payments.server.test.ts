import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { cancelOrder } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { commandLine } from '#kernel/actor.ts';
import { operatorOf } from './support/operator.ts';
import { order, orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

// The provider cannot close open payments, and keeps them open for 45 minutes.

const MINUTE = 60_000;
let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp({ sandboxModes: { closes: false, sessionMinutes: 45, refunds: 'done' } });
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const payAgain = ({ code, checksum, payments }: Order) =>
  app.call('pay-payment-plan-order-payment', { order: code, checksum, reference: payments[0]!.reference });

test('a customer who tries to pay again sees the same page, and no second payment begins', async () => {
  const { order: placed, url } = await order(app, token, ['saturday']);
  const again = await payAgain(placed);
  expect([again.status, again.body.payment.url]).toEqual([200, url]);
  expect((await orderNow(app, token, placed.code)).payments[0]!.attempt).toBe(1);
  const attempts = await app.db.rows('select 1 from payment_attempts where reference like $1', [
    `${placed.payments[0]!.reference}-%`,
  ]);
  expect(attempts).toHaveLength(1);
});

test('the page of the last attempt allowed can be opened again', async () => {
  const { order: placed, url } = await order(app, token, ['saturday']);
  await app.db.run(`update payments set attempts = 5 where order_id = (select id from orders where code = $1)`, [
    placed.code,
  ]);
  const again = await payAgain(placed);
  expect([again.status, again.body.payment?.url]).toEqual([200, url]);
});

test('an order waits until its open payment expires, and is then abandoned', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  await app.travel(35 * MINUTE);
  expect(await statusOf(placed)).toBe('pending');
  await app.travel(12 * MINUTE);
  expect(await statusOf(placed)).toBe('abandoned');
});

test('money in the last minute whose message is lost is found before the order is abandoned', async () => {
  const { order: placed, url } = await order(app, token, ['saturday']);
  await app.travel(44 * MINUTE);
  expect(await statusOf(placed)).toBe('pending');
  await pressAt(app, url!, 'lost');
  await app.travel(3 * MINUTE);
  expect(await statusOf(placed)).toBe('paid');
});

test('cancelling an order with an open payment is refused with the time until which it can be paid', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const { orders } = operatorOf(app);
  const request = { code: placed.code, reason: '', actor: commandLine('tester') };
  const parts = { ...orders, gateways: app.gateways };
  const started = app.clock.now().getTime();
  const refused = await cancelOrder(parts, request, app.clock.now());
  expect(refused).toEqual({
    ok: false,
    error: { kind: 'still_payable', until: new Date(started + 45 * MINUTE) },
  });
  expect(await statusOf(placed)).toBe('pending');
});
