import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import { settleReceipt } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import { sandboxOnly } from '#features/payments/server/open-gateways.ts';
import { queryAttempts } from '#features/payments/server/payment-work.ts';
import { endUnpaidOrders, openReceipts } from '#features/payments/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Config } from '#platform/config/config.ts';
import { order, orderNow } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A gateway with the functions that a test defines. A call to any other function fails the test. */
function gatewayThat(does: Partial<PaymentGateway>): PaymentGateway {
  const unexpected = async () => {
    throw new Error('Not expected by this test');
  };
  return {
    name: 'sandbox',
    formOrigins: [],
    // Its attempts cannot be closed and expire on their own.
    can: { close: false, refund: 'no', charge: false },
    whyNotStart: () => null,
    start: unexpected,
    status: unexpected,
    close: does.status ?? unexpected,
    refund: unexpected,
    refundStatus: unexpected,
    inquire: unexpected,
    check: unexpected,
    readCallback: () => ({ ok: false, reason: 'not expected' }),
    ...does,
  };
}

const never = () => new Promise<never>(() => {});

let app: ShopApp;
let token: string;
const errors: string[] = [];

beforeAll(async () => {
  app = await givenShopApp({ sandboxFlow: 'submit' });
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

/** Runs the shop's due work with another gateway. */
function workWith(gateway: PaymentGateway) {
  const config = {
    secretKey: Buffer.alloc(32, 7),
    olderSecretKeys: [],
    sandboxFlow: 'submit',
    shopUrl: app.url,
  } as Partial<Config> as Config;
  const { settle, orderEnded } = orderParts({ config, db: app.db, gateways: sandboxOnly(config, app.db) });
  errors.length = 0;
  return {
    db: app.db,
    gateways: gatewaysOf([guardedGateway(gateway, 200)]),
    settle,
    orderEnded,
    onError: (error: unknown) => errors.push((error as Error).message),
  };
}

const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const attemptOf = (placed: Order) => `${placed.payments[0]!.reference}-1`;
const soldOf = async () =>
  (await app.db.row<{ sold: number }>("select sold from shop_items where external_code = 'saturday'"))!.sold;

describe('an attempt whose browser has not arrived at the gateway', () => {
  test('does not keep its expired order for more than two minutes, and frees its stock', async () => {
    const before = await soldOf();
    const { order: placed } = await order(app, token, ['saturday']);
    await app.travel(30 * MINUTE);
    await app.travel(2 * MINUTE);
    expect([await statusOf(placed), await soldOf()]).toEqual(['abandoned', before]);
  });

  test('is finished for a browser that arrives after the order has expired', async () => {
    const placed = await app.call('add-product-to-cart', {
      token,
      external_code: 'saturday',
      full_name: 'Too Late',
      email: 'late@example.org',
      age: '25-34',
    });
    const { body } = await app.call('checkout-cart', {
      token,
      cart: placed.body.cart.code,
      customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
      order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
    });
    await app.travel(33 * MINUTE);
    const { url, params } = body.payment;
    const posted = await app.fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(params),
    });
    const page = await (await app.fetch(posted.headers.get('location')!)).text();
    expect(page).toContain('This payment is finished: expired.');
    expect(page).not.toContain('<form');
  });

  test('is no longer queried once the gateway has reported it as open for a week', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    // The order now has no deadline, like one that waits for a later instalment.
    await app.db.run('update orders set pay_by = null where code = $1', [placed.code]);
    const open = queryAttempts(workWith(gatewayThat({ status: async () => ({ status: 'open' }) })));
    await open.run(new Date(app.clock.now().getTime() + 8 * DAY));
    const attempt = await app.db.row('select status, next_query_at from payment_attempts where reference = $1', [
      attemptOf(placed),
    ]);
    expect(attempt).toEqual({ status: 'open', next_query_at: null });
  });

  test('that the gateway does not know expires at its deadline', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    await app.db.run('update orders set pay_by = null where code = $1', [placed.code]);
    const status = async () =>
      (await app.db.row<{ status: string }>('select status from payment_attempts where reference = $1', [
        attemptOf(placed),
      ]))!.status;
    await app.travel(20 * MINUTE);
    expect(await status()).toBe('open');
    await app.travel(20 * MINUTE);
    expect(await status()).toBe('expired');
  });
});

describe('an attempt about which the gateway does not answer', () => {
  test('does not keep others from being settled', async () => {
    const { order: stuck } = await order(app, token, ['saturday']);
    const { order: paid } = await order(app, token, ['saturday']);
    const gateway = gatewayThat({
      status: ({ reference }) =>
        reference === attemptOf(stuck)
          ? never()
          : Promise.resolve({ status: 'paid', transaction: reference, amount: paid.total_price, currency: 'EUR' }),
    });
    await queryAttempts(workWith(gateway)).run(new Date(app.clock.now().getTime() + 3 * MINUTE));
    expect([await statusOf(stuck), await statusOf(paid)]).toEqual(['pending', 'paid']);
    expect(errors).toEqual(['The gateway sandbox did not answer (status)']);
  });

  test('keeps its expired order from being abandoned, but not other orders', async () => {
    const { order: stuck } = await order(app, token, ['saturday']);
    const { order: declined } = await order(app, token, ['saturday']);
    const later = new Date(app.clock.now().getTime() + 32 * MINUTE);
    const gateway = gatewayThat({
      status: ({ reference }) => (reference === attemptOf(stuck) ? never() : Promise.resolve({ status: 'declined' })),
    });
    const work = endUnpaidOrders(workWith(gateway));
    await work.run(later);
    expect([await statusOf(stuck), await statusOf(declined)]).toEqual(['pending', 'abandoned']);
    expect(errors).toEqual(['The gateway sandbox did not answer (close)']);
    // The attempt was postponed, not forgotten.
    const answering = gatewayThat({ status: async () => ({ status: 'expired' }) });
    await endUnpaidOrders(workWith(answering)).run(new Date(later.getTime() + 2 * MINUTE));
    expect(await statusOf(stuck)).toBe('abandoned');
  });
});

test('an order whose money reuses the id of another order’s has a problem, and the money is listed', async () => {
  const { order: one } = await order(app, token, ['saturday']);
  const { order: other } = await order(app, token, ['saturday']);
  const paid = { status: 'paid', transaction: 'the same', amount: one.total_price, currency: 'EUR' } as const;
  const later = new Date(app.clock.now().getTime() + 3 * MINUTE);
  const first = gatewayThat({
    status: async ({ reference }) => (reference === attemptOf(one) ? paid : { status: 'open' }),
  });
  await queryAttempts(workWith(first)).run(later);
  await endUnpaidOrders(workWith(gatewayThat({ status: async () => paid }))).run(
    new Date(later.getTime() + 32 * MINUTE),
  );
  expect([await statusOf(one), await statusOf(other)]).toEqual(['paid', 'problem']);
  expect(errors).toEqual([]);
  const listed = await openReceipts(app.db, 100);
  expect(listed.map(({ orderCode: code, attention, words }) => [code, attention, words])).toEqual([
    [one.code, 'contradicted', `also reported for ${attemptOf(other)}, as ${one.total_price} EUR (minor units)`],
  ]);
  await queryAttempts(workWith(first)).run(new Date(later.getTime() + 60 * MINUTE));
  expect([await statusOf(one), await statusOf(other)]).toEqual(['paid', 'problem']);
  const request = {
    receiptId: listed[0]!.id,
    note: 'Asked the gateway.',
    isReturned: false,
    actor: commandLine('tester'),
  };
  expect(await settleReceipt({ db: app.db, currency: 'EUR' }, request, app.clock.now())).toMatchObject({ ok: true });
  expect(await openReceipts(app.db, 100)).toEqual([]);
});

test('unpaid orders are abandoned even behind a full batch of orders with money on its way', async () => {
  const placed: Order[] = [];
  for (let count = 0; count < 24; count += 1) placed.push((await order(app, token, ['under-16-pass'])).order);
  const onTheirWay = new Set(placed.slice(0, 21).map(attemptOf));
  const later = new Date(app.clock.now().getTime() + 32 * MINUTE);
  const gateway = gatewayThat({
    status: async ({ reference }) => ({ status: onTheirWay.has(reference) ? 'processing' : 'expired' }),
  });
  const work = endUnpaidOrders(workWith(gateway));
  let runs = 0;
  while ((await work.run(later)) > 0) runs += 1;
  expect(runs).toBeLessThan(5);
  const statuses = await Promise.all(placed.map(statusOf));
  expect(statuses.filter((status) => status === 'processing')).toHaveLength(21);
  expect(statuses.filter((status) => status === 'abandoned')).toHaveLength(3);
});

describe('an attempt that ends before its form has arrived', () => {
  const submit = (url: string, params: Record<string, string>) =>
    app.fetch(new URL(url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(params),
    });
  const press = (path: string, outcome: string) => submit(new URL(path, app.url).href, { outcome });

  test('the form of the first attempt pays nothing once a second attempt has begun', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    const attempts = () =>
      app.db.rows<{ status: string; action: { url: string; params: Record<string, string> } }>(
        `select a.status, a.action
         from payment_attempts a join payments p on p.id = a.payment_id join orders o on o.id = p.order_id
         where o.code = $1
         order by a.id`,
        [placed.code],
      );
    const { checksum, payments } = placed;
    const link = { order: placed.code, checksum, reference: payments[0]!.reference };
    expect((await app.call('pay-payment-plan-order-payment', link)).status).toBe(200);
    const [first, second] = await attempts();
    expect([first!.status, second!.status]).toEqual(['expired', 'open']);

    const late = await submit(first!.action.url, first!.action.params);
    await press(late.headers.get('location')!, 'paid');
    await app.settle();
    expect(await statusOf(placed)).toBe('pending');
    const page = await app.fetch(late.headers.get('location')!);
    expect(await page.text()).toContain('€76.00');

    const open = await submit(second!.action.url, second!.action.params);
    await press(open.headers.get('location')!, 'paid');
    await app.settle();
    expect(await statusOf(placed)).toBe('paid');
    expect(await app.db.rows('select 1 from receipts where attention is not null and settled_at is null')).toEqual([]);
  });
});
