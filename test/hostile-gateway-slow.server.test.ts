import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { accountOf, order, orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/** More calls than there are connections to the database. */
const STUCK = 20;

/** What the gateway does when a payment starts, by the customer's email. */
const behaviours = new Map<string, (start: () => Promise<unknown>) => Promise<unknown>>();

let queries = 0;

const withBehaviours = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  start: (request, now) => {
    const start = () => sandbox.start(request, now);
    return (behaviours.get(request.customer.email)?.(start) ?? start()) as ReturnType<typeof start>;
  },
  status: (attempt, now) => {
    queries += 1;
    return sandbox.status(attempt, now);
  },
});

let app: ShopApp;
let mila: string;
beforeAll(async () => {
  app = await givenShopApp({}, { standIn: withBehaviours });
  mila = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

test('while a gateway keeps twenty buyers waiting, no transaction is open, and others can buy', async () => {
  const token = await accountOf(app, 'stuck@example.org', 'Stuck Buyer');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let waiting = 0;
  behaviours.set('stuck@example.org', async (start) => {
    waiting += 1;
    await answered;
    return start();
  });
  const stuck = Array.from({ length: STUCK }, () => order(app, token, ['under-16-pass']));
  await expect.poll(() => waiting, { timeout: 15_000 }).toBe(STUCK);

  const open = await app.db.rows(
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  expect(open).toEqual([]);
  expect(app.db.longestWaitMs()).toBe(0);
  const { order: placed, url } = await order(app, mila, ['under-16-pass']);
  await pressAt(app, url!, 'paid');
  expect((await orderNow(app, mila, placed.code)).payment_status).toBe('paid');
  expect((await app.call('get-data', { token })).status).toBe(200);

  // The gateway answers late, and all customers can pay.
  answer();
  for (const { url: page, order: late } of await Promise.all(stuck)) {
    expect(page).toContain('/sandbox-gateway/pay/');
    expect(late.payment_status).toBe('pending');
  }
});

test('a browser that returns repeatedly makes the shop query the gateway once in a few seconds', async () => {
  const { order: placed } = await order(app, mila, ['under-16-pass']);
  const { token } = (await app.db.row<{ token: string }>(
    'select return_token as token from payment_attempts where reference = $1',
    [`${placed.payments[0]!.reference}-1`],
  ))!;
  const before = queries;
  const comeBack = () => app.fetch(`/payments/return/${token}`, { redirect: 'manual' });
  const answers = [...(await Promise.all([comeBack(), comeBack(), comeBack()])), await comeBack()];
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(queries - before).toBe(1);
});

test('a payment whose answer is lost is booked once when the customer pays there anyway', async () => {
  const token = await accountOf(app, 'lost@example.org', 'Lost Answer');
  behaviours.set('lost@example.org', async (start) => {
    await start();
    throw new Error('the answer was lost');
  });
  const { order: placed, url } = await order(app, token, ['saturday']);
  expect(url).toBeUndefined();
  const reference = `${placed.payments[0]!.reference}-1`;
  const page = await app.db.row<{ id: string }>('select id from sandbox_payments where merchant_reference = $1', [
    reference,
  ]);
  await pressAt(app, `${app.url}/sandbox-gateway/pay/${page!.id}`, 'paid');
  await app.settle();
  await app.settle();
  const receipts = await app.db.rows(
    'select amount from receipts r join orders o on o.id = r.order_id where code = $1',
    [placed.code],
  );
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
  expect(receipts).toEqual([{ amount: placed.total_price }]);
});

test('after an outage of the gateway the customer can continue to pay the order', async () => {
  const token = await accountOf(app, 'down@example.org', 'Gateway Down');
  behaviours.set('down@example.org', async () => {
    throw new Error('connect ECONNREFUSED');
  });
  const { order: placed, url } = await order(app, token, ['saturday']);
  expect(url).toBeUndefined();
  // Nobody was sent to the gateway, so no attempt counts, neither in the checkout's answer nor in the order.
  expect(placed.payments[0]!.attempt).toBe(0);
  expect((await orderNow(app, token, placed.code)).payments).toEqual(placed.payments);
  behaviours.delete('down@example.org');
  const started = await app.call('pay-payment-plan-order-payment', {
    order: placed.code,
    checksum: placed.checksum,
    reference: placed.payments[0]!.reference,
  });
  expect(started.status).toBe(200);
  await pressAt(app, started.body.payment.url, 'paid');
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
});
