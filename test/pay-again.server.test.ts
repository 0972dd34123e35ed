import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { attemptOfGateway } from '#features/payments/server/attempt-store.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { payPayment } from '#features/payments/server/pay-payment.ts';
import { startAttempt } from '#features/payments/server/start-attempt.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { operatorOf } from './support/operator.ts';
import { accountOf, order, orderNow, pressAt } from './support/purchase.ts';
import { type Answer, givenShopApp, type ShopApp } from './support/shop-app.ts';

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const pay = ({ code, checksum, payments }: Order, reference = payments[0]!.reference): Promise<Answer> =>
  app.call('pay-payment-plan-order-payment', { order: code, checksum, reference });

const openAtGateway = async ({ code }: Order): Promise<string[]> =>
  (
    await app.db.rows<{ id: string }>(
      `select id from sandbox_payments where merchant_reference like $1 || '-%' and status = 'open'`,
      [code],
    )
  ).map(({ id }) => id);

test('of many concurrent attempts exactly one can be paid, and the maximum is not exceeded', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { order: placed } = await order(app, token, ['saturday']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(placed)));
    const { attempt } = (await orderNow(app, token, placed.code)).payments[0]!;
    expect(attempt).toBeLessThanOrEqual(5);
    const open = await openAtGateway(placed);
    expect(open).toHaveLength(1);
    // The attempt that was admitted last can really be paid.
    const url = answers
      .map(({ body }) => body.payment?.url as string | undefined)
      .find((one) => one?.endsWith(open[0]!));
    await pressAt(app, url!, 'paid');
    expect(await orderNow(app, token, placed.code)).toMatchObject({ payment_status: 'paid' });
  }
});

test('when two tabs pay at the same time, only one page stays open', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const [one, other] = await Promise.all([pay(placed), pay(placed)]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(await openAtGateway(placed)).toHaveLength(1);
});

test('when the gateway fails at a retry, the customer is asked to wait and the failure is logged', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const { parts, orders } = operatorOf(app);
  const link = { order: placed.code, checksum: placed.checksum, reference: placed.payments[0]!.reference };
  const logged: string[] = [];
  const attemptWith = async (broken: Partial<PaymentGateway>) => {
    const gateways = gatewaysOf([{ ...parts.gateways.forNewPayments, ...broken }]);
    const shop = await loadShop(app.db);
    const onGatewayError = (error: unknown) => void logged.push((error as Error).message);
    const payParts = {
      ...orders,
      ...parts.attempts(shop),
      gateways,
      maxAttempts: 5,
      takesCardPayments: true,
      onGatewayError,
    };
    return await payPayment(payParts, link, app.url, app.clock.now());
  };
  const failing = (what: string) => async () => {
    throw new Error(`${what} failed`);
  };
  expect(await attemptWith({ close: failing('close') })).toEqual({ ok: false, error: { kind: 'gateway_down' } });
  expect(await attemptWith({ start: failing('start') })).toEqual({ ok: false, error: { kind: 'gateway_down' } });
  expect(logged).toEqual(['close failed', 'start failed']);
  // Only the first attempt, with which the order was placed, counts: no buyer was ever sent to the others.
  for (let again = 0; again < 5; again += 1) await attemptWith({ start: failing('start') });
  expect((await orderNow(app, token, placed.code)).payments[0]!.attempt).toBe(1);
  expect(await attemptWith({})).toMatchObject({ ok: true });
  expect((await orderNow(app, token, placed.code)).payments[0]!.attempt).toBe(2);
});

test('an attempt that died before the gateway answered is not counted when the next one ends it', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  // The process died after the commit and left no address for the browser.
  await app.db.run(
    `update payment_attempts
     set status = 'created', action = null, gateway_payment_id = null, created_at = created_at - interval '1 minute'
     where reference = $1`,
    [`${placed.payments[0]!.reference}-1`],
  );
  expect((await pay(placed)).status).toBe(200);
  expect((await orderNow(app, token, placed.code)).payments[0]!.attempt).toBe(1);
});

test('a query finds money for an expired attempt whose callback was lost', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const { parts } = operatorOf(app);
  const reference = `${placed.payments[0]!.reference}-1`;
  // The process died before the gateway answered, and two requests start the attempt again.
  await app.db.run(
    `update payment_attempts
     set status = 'created', action = null, gateway_payment_id = null, created_at = created_at - interval '1 minute'
     where reference = $1`,
    [reference],
  );
  const attempt = (await attemptOfGateway(app.db, 'sandbox', { reference }))!;
  const row = (await orderByCode(app.db, placed.code))!;
  const own = parts.attempts(await loadShop(app.db));
  const failing = async () => {
    throw new Error('start failed');
  };
  const sandbox = parts.gateways.forNewPayments;
  const slow: PaymentGateway['start'] = async (request, now) => {
    const started = await sandbox.start(request, now);
    const other = { ...own, gateways: gatewaysOf([{ ...sandbox, start: failing }]) };
    await expect(startAttempt(other, attempt, row, now)).rejects.toThrow('start failed');
    return started;
  };
  const started = { ...own, gateways: gatewaysOf([{ ...sandbox, start: slow }]) };
  const action = await startAttempt(started, attempt, row, app.clock.now());
  expect((await attemptOfGateway(app.db, 'sandbox', { reference }))!.status).toBe('expired');
  await app.fetch(new URL(action.url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'paid' }),
  });
  await app.db.run('delete from sandbox_callbacks');
  await app.travel(3 * 60_000);
  expect(await orderNow(app, token, placed.code)).toMatchObject({ payment_status: 'paid' });
});

/** Returns the browser's last address after pressing a button at `url`. */
async function backFrom(url: string, outcome: string): Promise<string> {
  const pressed = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome }),
  });
  const back = pressed.headers.get('location')!;
  expect(back).toMatch(/\/payments\/return\/[\w-]+$/);
  return (await app.fetch(new URL(back).pathname)).headers.get('location')!;
}

test('paying by the link returns to the link’s page, paying as the owner to the confirmation', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const { code, payment_checksum: checksum, payments } = placed;
  const link = { order: code, checksum, reference: payments[0]!.reference };
  const page = `/payment-plan-payment/${code}/${checksum}/${link.reference}`;
  const start = async (as: string | null) =>
    (await app.call('pay-payment-plan-order-payment', { ...link, token: as })).body.payment.url as string;

  expect(await backFrom(await start(null), 'declined')).toBe(page);
  const first = await start(null);
  const second = await start(null);
  expect(await backFrom(first, 'delayed'), 'an attempt that a newer one has ended').toBe(`${page}?returned=replaced`);
  expect(await backFrom(second, 'lost')).toBe(`${page}?returned=payment`);

  const other = (await order(app, token, ['saturday'])).order;
  Object.assign(link, { order: other.code, checksum: other.checksum, reference: other.payments[0]!.reference });
  expect(await backFrom(await start(token), 'delayed')).toBe(`/portal/orders/${other.code}/confirmation`);

  const stranger = await accountOf(app, 'link-payer@example.org', 'Link Payer');
  const third = (await order(app, token, ['saturday'])).order;
  Object.assign(link, { order: third.code, checksum: third.checksum, reference: third.payments[0]!.reference });
  expect(await backFrom(await start(stranger), 'delayed')).toMatch(/^\/payment-plan-payment\/.*\?returned=payment$/);
});
