import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import { monriGateway } from '#features/payments/server/monri/monri-gateway.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import { givenMonri, type MonriFault, type MonriStandIn } from '../stand-ins/monri.ts';
import { order, orderNow } from '../support/purchase.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';

const MINUTE = 60_000;

let app: ShopApp;
let monri: MonriStandIn;
let token: string;

beforeAll(async () => {
  monri = await givenMonri({ clock: () => app?.clock.now() ?? new Date() });
  app = await givenShopApp(
    {},
    {
      gateways: (sandbox) => {
        const config = {
          mode: 'test',
          keys: [monri.key],
          token: monri.token,
          phone: '+385 1 234 5678',
          savedCards: 'no',
          url: monri.url,
        } as const;
        return switchable(gatewaysOf([guardedGateway(monriGateway(config), 1_500), sandbox]));
      },
    },
  );
  token = await app.login();
});
afterEach(() => expect(monri.breaches).toEqual([]));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await monri.close();
});

/** Sends Monri's messages, and waits until the shop has processed them. */
async function deliver(...options: Parameters<MonriStandIn['deliver']>) {
  const statuses = await monri.deliver(...options);
  await app.server.inbox.idle();
  return statuses;
}

/** The gateway of new payments, which the operator can change. */
let newPaymentsGoTo = 'monri';
const switchable = (gateways: Gateways): Gateways => ({
  all: gateways.all,
  named: (name) => gateways.named(name),
  of: (attempt) => gateways.of(attempt),
  get forNewPayments() {
    return gateways.of({ gateway: newPaymentsGoTo });
  },
});

/** Places an order whose buyer is on Monri's page. */
const place = async (item = 'saturday') => {
  const { order: placed, action } = await order(app, token, [item]);
  expect(await monri.buyer.opens(action!)).toBe(200);
  return { placed, action: action!, number: monri.orders.at(-1)!.number };
};
const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const payAgain = ({ code, checksum, payments }: Order): Promise<Answer> =>
  app.call('pay-payment-plan-order-payment', { order: code, checksum, reference: payments[0]!.reference });
const receipts = ({ code }: Order) =>
  app.db.rows<{ transaction: string; amount: number; attention: string | null }>(
    `select r.transaction, r.amount, r.attention from receipts r join orders o on o.id = r.order_id
     where o.code = $1 order by r.id`,
    [code],
  );
const returning = async (action: PaymentAction, name: 'success_url_override' | 'cancel_url_override') => {
  if (action.action !== 'submit') throw new Error('not a form');
  const { pathname, search } = new URL(action.params[name]!);
  return app.fetch(pathname + search);
};

test('a payment at Monri pays the order, by message, by return or by query', async () => {
  const [byMessage, byReturn, byQuery] = [await place(), await place(), await place()];
  for (const { number } of [byMessage, byReturn, byQuery]) monri.buyer.pays(number);
  expect(await deliver({ only: byMessage.number })).toEqual([200]);
  expect(await statusOf(byMessage.placed)).toBe('paid');
  expect((await returning(byReturn.action, 'success_url_override')).status).toBe(303);
  expect(await statusOf(byReturn.placed)).toBe('paid');
  await app.travel(3 * MINUTE);
  expect(await statusOf(byQuery.placed)).toBe('paid');
  await deliver({ times: 10, order: 'reversed' });
  for (const { placed, number } of [byMessage, byReturn, byQuery]) {
    expect(await receipts(placed)).toEqual([{ transaction: number, amount: placed.total_price, attention: null }]);
  }
});

test('the signed success address without a payment at Monri pays nothing', async () => {
  const { placed, action } = await place();
  expect((await returning(action, 'success_url_override')).status).toBe(303);
  expect(await statusOf(placed)).toBe('pending');
});

test('a message with a wrong signature or a changed amount is refused and pays nothing', async () => {
  const { placed, number } = await place();
  monri.buyer.pays(number);
  const { url, body } = monri.waitingMessages.at(-1)!;
  expect(await deliver({ only: number, key: 'another key' })).toEqual([400]);
  expect(await monri.forge(url, body)).toBe(400);
  expect(await monri.forge(url, '')).toBe(400);
  expect(await statusOf(placed)).toBe('pending');
  await app.travel(3 * MINUTE);
  expect(await statusOf(placed)).toBe('paid');
});

test('a genuine message repeated after two minutes or a day changes nothing', async () => {
  const { placed, number } = await place();
  monri.buyer.pays(number);
  const { url, body } = monri.waitingMessages.at(-1)!;
  expect(await deliver()).toEqual([200]);
  for (const later of [2 * MINUTE, 24 * 60 * MINUTE]) {
    await app.travel(later);
    expect(await monri.forge(url, body, { authorization: monri.signed(body) })).toBe(200);
  }
  await app.server.inbox.idle();
  expect(await receipts(placed)).toHaveLength(1);
});

test('after a declined card the buyer can try another; a second tab leads to the same form', async () => {
  const { placed, action, number } = await place();
  monri.buyer.declines(number);
  await app.travel(3 * MINUTE);
  const answers = await Promise.all([payAgain(placed), payAgain(placed), payAgain(placed)]);
  for (const { status, body } of answers) expect([status, body.payment]).toEqual([200, action]);
  monri.buyer.pays(number);
  expect(() => monri.buyer.pays(number)).toThrow('approved before');
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  expect(await receipts(placed)).toHaveLength(1);
});

test('after the buyer cancels at Monri, the next attempt has a new number', async () => {
  const { placed, action, number } = await place();
  monri.buyer.cancels(number);
  expect((await returning(action, 'cancel_url_override')).status).toBe(303);
  const again = await payAgain(placed);
  expect(again.status).toBe(200);
  expect(again.body.payment.params.order_number).not.toBe(number);
  expect(await monri.buyer.opens(again.body.payment)).toBe(200);
  monri.buyer.pays(again.body.payment.params.order_number);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
});

test('when two forms are both paid, the second payment is listed for the operator', async () => {
  const { placed, action, number } = await place();
  monri.buyer.cancels(number);
  await returning(action, 'cancel_url_override');
  const second = (await payAgain(placed)).body.payment;
  await monri.buyer.opens(second);
  // The first page was still open.
  monri.buyer.pays(number);
  monri.buyer.pays(second.params.order_number);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  const [first, double] = await receipts(placed);
  expect([first!.attention, double!.attention]).toEqual([null, 'double']);
});

test('an amount one cent off, or another currency, gives the order a problem and lists the money', async () => {
  for (const change of [{ amount: '1' }, { currency: 'BAM' }]) {
    const { placed, number } = await place();
    monri.buyer.pays(number);
    monri.next('show', {
      change: (answer) => ({ ...answer, ...(change.amount ? { amount: String(Number(answer.amount) - 1) } : change) }),
    });
    await app.travel(3 * MINUTE);
    expect(await statusOf(placed)).toBe('problem');
    expect((await receipts(placed))[0]!.attention).toBe(change.amount ? 'amount' : 'currency');
  }
});

test('message, query, return and repetition have the same result in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(['message', 'message', 'query', 'return', 'again', 'late'], { minLength: 1 }),
      async (incidents) => {
        const { placed, action, number } = await place();
        monri.buyer.pays(number);
        const { url, body } = monri.waitingMessages.at(-1)!;
        for (const incident of incidents) {
          if (incident === 'message') await monri.forge(url, body, { authorization: monri.signed(body) });
          else if (incident === 'query') await app.travel(3 * MINUTE);
          else if (incident === 'late') await app.travel(40 * MINUTE);
          else if (incident === 'return') await returning(action, 'success_url_override');
          else await payAgain(placed);
          await app.server.inbox.idle();
        }
        await app.travel(40 * MINUTE);
        expect(await statusOf(placed)).toBe('paid');
        expect(await receipts(placed)).toEqual([{ transaction: number, amount: placed.total_price, attention: null }]);
      },
    ),
    { numRuns: 12 },
  );
});

test('a payment shortly before the deadline pays the order, even if its message is lost', async () => {
  const { placed, number } = await place();
  await app.travel(29 * MINUTE);
  monri.buyer.pays(number);
  await app.travel(20 * MINUTE);
  expect(await statusOf(placed)).toBe('paid');
});

test('money that a buyer pays after the order has expired is recorded and never lost', async () => {
  const { placed, number } = await place();
  await app.travel(90 * MINUTE);
  expect(await statusOf(placed)).toBe('abandoned');
  monri.buyer.pays(number);
  expect(await deliver({ only: number, times: 3 })).toEqual([200, 200, 200]);
  expect(await receipts(placed)).toEqual([
    { transaction: number, amount: placed.total_price, attention: expect.toBeOneOf([null, 'late']) },
  ]);
});

test('money for an order number that the shop never used is listed', async () => {
  const { action } = await place();
  if (action.action !== 'submit') throw new Error('not a form');
  const money = { id: 1, order_number: 'ANOTHER-SHOP-1', amount: 500, currency: 'EUR' };
  const text = JSON.stringify({ ...money, response_code: '0000', status: 'approved', transaction_type: 'purchase' });
  const url = action.params.callback_url_override!;
  expect(await monri.forge(url, text, { authorization: monri.signed(text) })).toBe(200);
  await app.server.inbox.idle();
  const rows = await app.db.rows(`select transaction, amount from receipts where transaction = 'ANOTHER-SHOP-1'`);
  expect(rows).toEqual([{ transaction: 'ANOTHER-SHOP-1', amount: 500 }]);
});

test('open payments are still paid at Monri when new ones go to another gateway', async () => {
  const { placed, number } = await place();
  newPaymentsGoTo = 'sandbox';
  try {
    const other = await order(app, token, ['saturday']);
    expect(other.url).toContain('/sandbox-gateway/');
    monri.buyer.pays(number);
    await app.travel(3 * MINUTE);
    expect(await statusOf(placed)).toBe('paid');
  } finally {
    newPaymentsGoTo = 'monri';
  }
});

test('while Monri is down, buyers get its form, messages count, and no order ends without a query', async () => {
  const down: MonriFault[] = Array.from({ length: 200 }, () => ({ hangUp: 'before' }));
  monri.next('show', ...down);
  const [reported, silent] = [await place(), await place()];
  monri.buyer.pays(reported.number);
  monri.buyer.pays(silent.number);
  await deliver({ only: reported.number });
  expect(await statusOf(reported.placed)).toBe('paid');
  expect((await payAgain(silent.placed)).status).toBe(409);
  await app.travel(60 * MINUTE);
  expect(await statusOf(silent.placed)).toBe('pending');
  monri.recovers();
  await app.travel(10 * MINUTE);
  expect(await statusOf(silent.placed)).toBe('paid');
});

test.each<[string, MonriFault]>([
  ['a page', { text: '<html><br></html>', contentType: 'text/html' }],
  ['a truncated answer', { text: '<order><status>approved</status><response-code>0000</resp' }],
  ['an unknown status', { change: (answer) => ({ ...answer, status: 'on_the_moon' }) }],
  ['another order', { change: (answer) => ({ ...answer, 'order-number': 'FY-OTHER-1-1' }) }],
  ['an answer that arrives too late', { delayMs: 1_800 }],
])('%s when the buyer returns: the order waits, and is paid by the next query', async (_, fault) => {
  const { placed, action, number } = await place();
  monri.buyer.pays(number);
  monri.next('show', fault);
  expect((await returning(action, 'success_url_override')).status).toBe(303);
  expect(await statusOf(placed)).toBe('pending');
  await app.travel(3 * MINUTE);
  expect(await statusOf(placed)).toBe('paid');
  expect(await receipts(placed)).toHaveLength(1);
});

test('ten equal messages at once book the money once', async () => {
  const { placed, number } = await place();
  monri.buyer.pays(number);
  const { url, body } = monri.waitingMessages.at(-1)!;
  const authorization = monri.signed(body);
  const sent = Array.from({ length: 10 }, () => monri.forge(url, body, { authorization }));
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  await app.server.inbox.idle();
  expect(await statusOf(placed)).toBe('paid');
  expect(await receipts(placed)).toHaveLength(1);
});
