import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { switchToTransfer } from '#features/checkout/server/switch-to-transfer.ts';
import { recordTransfer } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { operatorOf } from './support/operator.ts';
import { order, orderNow, pressAt } from './support/purchase.ts';
import { type Answer, givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

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

const linkOf = ({ code, payment_checksum: checksum, payments }: Order) => ({
  order: code,
  checksum,
  reference: payments[0]!.reference,
});
const switchOver = (placed: Order): Promise<Answer> => app.call('switch-to-bank-transfer', linkOf(placed));
const now = ({ code }: Order) => orderNow(app, token, code);
const mailsAbout = async ({ code }: Order) => (await app.mails()).filter(({ subject }) => subject.includes(code));
const openAtGateway = ({ code }: Order) =>
  app.db.rows(`select id from sandbox_payments where merchant_reference like $1 || '-%' and status = 'open'`, [code]);
const payByOf = async ({ code }: Order) =>
  (await app.db.row<{ pay_by: Date }>('select pay_by from orders where code = $1', [code]))!.pay_by;
const transfer = (words: string, amount: number) =>
  recordTransfer(
    operatorOf(app).transfers,
    {
      words,
      amount: minor(amount),
      transaction: `bank-${words}`,
      receivedAt: app.clock.now(),
      actor: commandLine('tester'),
    },
    app.clock.now(),
  );

describe('an unpaid card order', () => {
  test('is switched: its attempt is closed, it keeps its items longer, and a mail has the details', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    expect(placed.may_switch_to_transfer).toBe(true);
    expect(await openAtGateway(placed)).toHaveLength(1);
    const switchedAt = app.clock.now().getTime();
    expect((await switchOver(placed)).status).toBe(200);

    expect(await openAtGateway(placed)).toHaveLength(0);
    const waiting = await now(placed);
    expect(waiting).toMatchObject({
      payment_method: 'bank_transfer',
      payment_status: 'pending',
      may_switch_to_transfer: false,
      kept_until: null,
    });
    expect(Date.parse(waiting.payments[0]!.due_at) - switchedAt).toBe(7 * DAY);
    expect((await payByOf(placed)).getTime() - switchedAt).toBe(9 * DAY);
    const [first, second] = await mailsAbout(placed);
    expect(first!.subject).toContain('We have received your order');
    expect(second!.subject).toBe(`How to pay order ${placed.code} by bank transfer`);
    expect(second!.body_text).toContain('€76.00');

    await app.travel(40 * MINUTE);
    expect(await now(placed)).toMatchObject({ payment_status: 'pending' });
    expect((await transfer(placed.code, 7_600)).ok).toBe(true);
    expect(await now(placed)).toMatchObject({ payment_status: 'paid', tickets: [{ allow_download: true }] });
  });

  test('is switched once, whatever calls repeat it, with one mail', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    const answers = await Promise.all([switchOver(placed), switchOver(placed), switchOver(placed)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const deadline = await payByOf(placed);
    await app.travel(MINUTE);
    expect((await switchOver(placed)).status).toBe(200);
    expect(await payByOf(placed)).toEqual(deadline);
    expect(await mailsAbout(placed)).toHaveLength(2);
  });

  test('is cancelled when no transfer has arrived by its new deadline', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    await switchOver(placed);
    await app.travel(9 * DAY + MINUTE);
    expect(await now(placed)).toMatchObject({ payment_status: 'cancelled' });
  });

  test('can be switched after the last card attempt', async () => {
    const { order: placed, url } = await order(app, token, ['saturday']);
    await pressAt(app, url!, 'declined');
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      const { body } = await app.call('pay-payment-plan-order-payment', linkOf(placed));
      await pressAt(app, body.payment.url, 'declined');
    }
    expect((await app.call('pay-payment-plan-order-payment', linkOf(placed))).status).toBe(409);
    expect((await switchOver(placed)).status).toBe(200);
    expect(await now(placed)).toMatchObject({ payment_method: 'bank_transfer', payment_status: 'pending' });
  });

  test('on a plan waits as long as a transfer for its first instalment, and keeps the other dates', async () => {
    const { order: placed } = await order(app, token, ['sandlark-pass-plan']);
    const datesOf = ({ payments }: Order) => payments.map(({ due_at }) => due_at);
    const switchedAt = app.clock.now().getTime();
    expect((await switchOver(placed)).status).toBe(200);
    const waiting = await now(placed);
    const [due, ...others] = datesOf(waiting);
    expect(Date.parse(due!) - switchedAt).toBe(7 * DAY);
    expect(others).toEqual(datesOf(placed).slice(1));
    expect((await payByOf(placed)).getTime() - switchedAt).toBe(9 * DAY);
    expect((await transfer(placed.payments[0]!.reference, placed.payments[0]!.amount)).ok).toBe(true);
    expect(await now(placed)).toMatchObject({ payment_status: 'partial' });
  });
});

describe('the open attempts of an order that is switched', () => {
  const switchWith = async (placed: Order, broken: Partial<PaymentGateway>) => {
    const { parts } = operatorOf(app);
    const errors: unknown[] = [];
    const result = await switchToTransfer(
      {
        db: app.db,
        settle: parts.settle,
        shop: await loadShop(app.db),
        shopUrl: app.url,
        gateways: gatewaysOf([{ ...parts.gateways.forNewPayments, ...broken }]),
        onGatewayError: (error) => void errors.push(error),
      },
      linkOf(placed),
      app.clock.now(),
    );
    return { result, errors };
  };

  test('keep the order from being switched if the gateway fails, which is logged', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    const { result, errors } = await switchWith(placed, { close: () => Promise.reject(new Error('away')) });
    expect(result).toEqual({ ok: false, error: { kind: 'gateway_down' } });
    expect(errors).toHaveLength(1);
    expect(await now(placed)).toMatchObject({ payment_method: 'credit_card' });
  });

  test('can stay open if the gateway cannot close them, and card money that arrives pays the order', async () => {
    const { order: placed, url } = await order(app, token, ['saturday']);
    expect((await switchWith(placed, { close: async () => ({ status: 'open' }) })).result.ok).toBe(true);
    await pressAt(app, url!, 'paid');
    expect(await now(placed)).toMatchObject({ payment_method: 'bank_transfer', payment_status: 'paid' });
  });
});

describe('an order that is not switched', () => {
  test('stays paid by card if that payment arrives first', async () => {
    const { order: placed, url } = await order(app, token, ['saturday']);
    await pressAt(app, url!, 'paid');
    const refused = await switchOver(placed);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This order can no longer be changed to bank transfer.',
    ]);
    expect(await now(placed)).toMatchObject({ payment_method: 'credit_card', payment_status: 'paid' });
  });

  test('is paid if closing its payment finds money that the shop did not know of', async () => {
    const { order: placed, url } = await order(app, token, ['saturday']);
    await app.fetch(new URL(url!).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome: 'lost' }),
    });
    expect((await switchOver(placed)).status).toBe(409);
    expect(await now(placed)).toMatchObject({ payment_method: 'credit_card', payment_status: 'paid' });
  });

  test('was not paid in time, and can no longer be switched', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    await app.travel(60 * MINUTE);
    expect((await now(placed)).may_switch_to_transfer).toBe(false);
    expect((await switchOver(placed)).status).toBe(409);
  });

  test('answers a wrong link as if there were no order', async () => {
    const { order: placed } = await order(app, token, ['saturday']);
    for (const wrong of [{ checksum: placed.terms_checksum }, { reference: 'SLK-NONE-1' }, { order: 'SLK-NONE' }]) {
      expect((await app.call('switch-to-bank-transfer', { ...linkOf(placed), ...wrong })).status).toBe(404);
    }
  });
});
