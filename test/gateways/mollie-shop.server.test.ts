import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import { mollieGateway } from '#features/payments/server/mollie/mollie-gateway.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import { givenMollie, type MollieFault, type MollieStandIn } from '../stand-ins/mollie.ts';
import { order, orderNow } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { type Answer, givenShopApp, type ShopApp } from '../support/shop-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: ShopApp;
let mollie: MollieStandIn;
let token: string;

beforeAll(async () => {
  mollie = await givenMollie({ clock: () => app?.clock.now() ?? new Date() });
  app = await givenShopApp(
    {},
    {
      gateways: (sandbox) => {
        const config = {
          apiKey: mollie.apiKey,
          apiUrl: mollie.url,
          mode: 'test',
          webhookSecrets: [],
          methods: null,
        } as const;
        return switchable(gatewaysOf([guardedGateway(mollieGateway(config), 1_500), sandbox]));
      },
    },
  );
  token = await app.login();
});
afterEach(() => expect(mollie.breaches).toEqual([]));
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
  await mollie.close();
});

/** Sends Mollie's messages, and waits until the shop has processed them. */
async function deliver(...options: Parameters<MollieStandIn['deliver']>) {
  const statuses = await mollie.deliver(...options);
  await app.server.inbox.idle();
  return statuses;
}

/** The gateway of new payments, which the operator can change. */
let newPaymentsGoTo = 'mollie';
const switchable = (gateways: Gateways): Gateways => ({
  all: gateways.all,
  named: (name) => gateways.named(name),
  of: (attempt) => gateways.of(attempt),
  get forNewPayments() {
    return gateways.of({ gateway: newPaymentsGoTo });
  },
});

const place = async (item = 'saturday') => {
  const placed = await order(app, token, [item]);
  return { placed: placed.order, url: placed.url!, id: mollie.payments[0]!.id };
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

test('a payment at Mollie pays the order, by message, by return or by query', async () => {
  const [byMessage, byReturn, byQuery] = [await place(), await place(), await place()];
  for (const { id } of [byMessage, byReturn, byQuery]) mollie.buyer.pays(id, 'ideal');
  expect(await deliver({ only: byMessage.id })).toEqual([200]);
  expect(await statusOf(byMessage.placed)).toBe('paid');
  const { redirectUrl } = mollie.payments[1]!.fields;
  expect((await app.fetch(new URL(String(redirectUrl)).pathname)).status).toBe(303);
  expect(await statusOf(byReturn.placed)).toBe('paid');
  await app.travel(3 * MINUTE);
  expect(await statusOf(byQuery.placed)).toBe('paid');
  await deliver({ times: 10, order: 'reversed' });
  for (const { placed, id } of [byMessage, byReturn, byQuery]) {
    expect(await receipts(placed)).toEqual([{ transaction: id, amount: placed.total_price, attention: null }]);
  }
});

test('an order whose buyer chose a slower method waits as long as Mollie accepts the money', async () => {
  const { placed, id } = await place();
  await app.travel(14 * MINUTE);
  mollie.buyer.picks(id, 'bancontact');
  await app.travel(20 * MINUTE);
  await app.travel(30 * MINUTE);
  expect(await statusOf(placed)).toBe('pending');
  mollie.buyer.pays(id, 'bancontact');
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  const left = await place();
  mollie.buyer.picks(left.id, 'bancontact');
  await app.travel(59 * MINUTE);
  expect(await statusOf(left.placed)).toBe('pending');
  await app.travel(5 * MINUTE);
  expect(await statusOf(left.placed)).toBe('abandoned');
});

test('a second tab leads to the same payment, or to a new one once that has ended', async () => {
  const { placed, id, url } = await place();
  const answers = await Promise.all([payAgain(placed), payAgain(placed), payAgain(placed)]);
  for (const { status, body } of answers) expect([status, body.payment?.url]).toEqual([200, url]);
  expect(mollie.payments[0]!.id).toBe(id);
  mollie.buyer.fails(id);
  const again = await payAgain(placed);
  expect(again.status).toBe(200);
  expect(again.body.payment.url).toBe(`${mollie.url}/checkout/${mollie.payments[0]!.id}`);
  expect(mollie.payments[0]!.id).not.toBe(id);
  mollie.buyer.pays(mollie.payments[0]!.id);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
});

const GET_PAYMENT = 'GET /v2/payments/{paymentId}';
const attemptsOf = async ({ code }: Order) => (await orderNow(app, token, code)).payments[0]!.attempt;
const callsOf = (call: string) => mollie.requests.filter((one) => one.call === call).length;
const callbackOf = (placed: Order) => `${app.url}/payments/callback/mollie/${placed.payments[0]!.reference}-1`;
const untilOpened = async (before: number) => {
  while (mollie.payments.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return mollie.payments[0]!.id;
};

/** Makes an order whose first attempt was declined. */
async function placeDeclined() {
  const { placed, id } = await place();
  mollie.buyer.fails(id);
  await deliver();
  return placed;
}

test.each<[string, MollieFault]>([
  ['does not answer', { hangUp: 'before' }],
  ['loses its answer', { hangUp: 'after' }],
  ['fails', { status: 500 }],
  ['is down', { status: 503 }],
  ['is busy', { status: 429 }],
  ['refuses the key', { status: 401 }],
  ['refuses the payment', { status: 422 }],
  ['answers too late', { delayMs: 2_000 }],
])('a start at which Mollie %s asks the buyer to try again, and does not count', async (_, fault) => {
  const placed = await placeDeclined();
  const counted = await attemptsOf(placed);
  mollie.next('POST /v2/payments', fault);
  const failed = await payAgain(placed);
  expect([failed.status, failed.body.message]).toEqual([
    409,
    'We cannot reach our payment provider. Please try again in a minute.',
  ]);
  expect(await attemptsOf(placed)).toBe(counted);
  const again = await payAgain(placed);
  expect(again.status).toBe(200);
  mollie.buyer.pays(mollie.payments[0]!.id);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  await app.travel(DAY);
  expect(await receipts(placed)).toHaveLength(1);
});

test('a message that comes before the answer to the start books the money once', async () => {
  const placed = await placeDeclined();
  mollie.next('POST /v2/payments', { delayMs: 600 });
  const before = mollie.payments.length;
  const starting = payAgain(placed);
  mollie.buyer.pays(await untilOpened(before));
  await deliver({ times: 3 });
  expect(await statusOf(placed)).toBe('paid');
  expect((await starting).status).toBe(200);
  await deliver({ times: 3 });
  await app.travel(DAY);
  expect(await receipts(placed)).toEqual([
    { transaction: mollie.payments[0]!.id, amount: placed.total_price, attention: null },
  ]);
});

test('if a process dies before storing a start, the buyer can pay again; money for both is listed', async () => {
  const { placed, id } = await place();
  await app.db.run(
    `update payment_attempts set status = 'created', gateway_payment_id = null, action = null where reference = $1`,
    [`${placed.payments[0]!.reference}-1`],
  );
  await app.travel(3 * MINUTE);
  const { status, body } = await payAgain(placed);
  expect(status).toBe(200);
  const second = mollie.payments[0]!.id;
  expect(body.payment.url).toBe(`${mollie.url}/checkout/${second}`);
  mollie.buyer.pays(second);
  mollie.buyer.pays(id);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  expect((await receipts(placed)).map(({ attention }) => attention).sort()).toEqual(['double', null]);
});

test('messages, returns, queries and refunds at Mollie in any order book the money once', async () => {
  const steps = ['message', 'return', 'query', 'ten messages', 'refund'] as const;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...steps], { minLength: 1 }), async (order) => {
      const { placed, id } = await place();
      mollie.buyer.pays(id);
      const { redirectUrl } = mollie.payments[0]!.fields;
      for (const step of order) {
        if (step === 'message') await deliver();
        else if (step === 'return') await app.fetch(new URL(String(redirectUrl)).pathname);
        else if (step === 'query') await app.travel(3 * MINUTE);
        else if (step === 'refund') mollie.dashboard.refunds(id, '1.00');
        else {
          await Promise.all(Array.from({ length: 10 }, () => mollie.forge(callbackOf(placed), `id=${id}`)));
          await app.server.inbox.idle();
        }
      }
      await deliver({ order: 'reversed' });
      await app.travel(3 * MINUTE);
      expect(await statusOf(placed)).toBe('paid');
      expect(await receipts(placed)).toEqual([{ transaction: id, amount: placed.total_price, attention: null }]);
    }),
    { numRuns: 12 * rounds },
  );
});

describe('forged messages', () => {
  test('the id of another order’s paid payment pays nothing', async () => {
    const [victim, rich] = [await place(), await place()];
    mollie.buyer.pays(rich.id);
    expect(await mollie.forge(callbackOf(victim.placed), `id=${rich.id}`)).toBe(200);
    await app.server.inbox.idle();
    expect([await statusOf(victim.placed), await statusOf(rich.placed)]).toEqual(['pending', 'pending']);
    await deliver();
    expect([await statusOf(victim.placed), await statusOf(rich.placed)]).toEqual(['pending', 'paid']);
  });

  test('a thousand unknown ids and references are acknowledged without a call to Mollie', async () => {
    const calls = mollie.requests.length;
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          mollie.forge(
            `${app.url}/payments/callback/mollie${index % 2 ? `/SLK-FORGED-${round}-${index}` : ''}`,
            `id=tr_forged${round}x${index}`,
          ),
        ),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
    }
    await app.server.inbox.idle();
    expect(mollie.requests.length).toBe(calls);
  });

  test('a thousand messages about one open payment query Mollie at most twice', async () => {
    const { placed, id } = await place();
    const calls = callsOf(GET_PAYMENT);
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 50 }, () => mollie.forge(callbackOf(placed), `id=${id}`)));
    }
    await app.server.inbox.idle();
    expect(callsOf(GET_PAYMENT) - calls).toBeLessThanOrEqual(2);
  });

  test('a body without an id, or with a signature although none is configured, is refused', async () => {
    const { placed } = await place();
    const calls = mollie.requests.length;
    expect(await mollie.forge(callbackOf(placed), 'payment=1')).toBe(400);
    expect(await mollie.forge(callbackOf(placed), '{}', { 'x-mollie-signature': 'sha256=00' })).toBe(400);
    expect(mollie.requests.length).toBe(calls);
  });
});

describe('a paid payment that does not match the attempt', () => {
  const payAs = async (change: (answer: Record<string, unknown>) => Record<string, unknown>) => {
    const { placed, id } = await place();
    mollie.buyer.pays(id);
    mollie.next(GET_PAYMENT, { change });
    await deliver({ only: id });
    return placed;
  };

  test.each([
    ['one cent more', { currency: 'EUR', value: '76.01' }, 'amount'],
    ['one cent less', { currency: 'EUR', value: '75.99' }, 'amount'],
    ['another currency', { currency: 'USD', value: '76.00' }, 'currency'],
  ])('%s: the order has a problem, and the money is listed', async (_, amount, attention) => {
    const placed = await payAs((answer) => ({ ...answer, amount }));
    expect(await statusOf(placed)).toBe('problem');
    expect(await receipts(placed)).toMatchObject([{ attention }]);
  });

  test('books nothing for another attempt’s reference until Mollie says otherwise', async () => {
    const placed = await payAs((answer) => ({ ...answer, metadata: { reference: 'SLK-OTHER-1-1' } }));
    expect(await statusOf(placed)).toBe('pending');
    expect(await receipts(placed)).toEqual([]);
    await app.travel(3 * MINUTE);
    expect(await statusOf(placed)).toBe('paid');
  });
});

test('a payment in its last second pays the order, even if its message is lost', async () => {
  const { placed, id } = await place();
  mollie.buyer.picks(id, 'creditcard');
  await app.travel(29 * MINUTE);
  mollie.buyer.pays(id);
  expect(await statusOf(placed)).toBe('pending');
  await app.travel(2 * MINUTE);
  expect(await statusOf(placed)).toBe('paid');
});

test('a payment that Mollie reports as expired and then as paid revives the order', async () => {
  const { placed, id } = await place();
  mollie.next(GET_PAYMENT, { change: (answer) => ({ ...answer, status: 'expired' }) });
  await app.travel(3 * MINUTE);
  await app.travel(40 * MINUTE);
  expect(await statusOf(placed)).toBe('abandoned');
  mollie.payments[0]!.status = 'open';
  mollie.payments[0]!.expiresAt = new Date(app.clock.now().getTime() + DAY);
  mollie.buyer.pays(id);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
});

test('the second of two paid payments is listed as a duplicate', async () => {
  const { placed, id } = await place();
  mollie.next(GET_PAYMENT, { change: (answer) => ({ ...answer, status: 'failed' }) });
  const { body } = await payAgain(placed);
  const second = mollie.payments[0]!.id;
  expect(body.payment.url).toContain(second);
  mollie.buyer.pays(id);
  mollie.buyer.pays(second);
  await deliver();
  expect(await statusOf(placed)).toBe('paid');
  const booked = await receipts(placed);
  expect(booked.map(({ attention }) => attention)).toEqual([null, 'double']);
});

describe('money that takes days', () => {
  test('keeps the order’s items, and pays the order when it arrives after six days', async () => {
    const { placed, id } = await place();
    mollie.buyer.paysLater(id);
    await deliver();
    expect(await statusOf(placed)).toBe('processing');
    for (let day = 0; day < 6; day += 1) await app.travel(DAY);
    expect(await statusOf(placed)).toBe('processing');
    mollie.bank.confirms(id);
    await deliver();
    expect(await statusOf(placed)).toBe('paid');
  });

  test('abandons the order if it does not arrive', async () => {
    const { placed, id } = await place();
    mollie.buyer.paysLater(id);
    await deliver();
    await app.travel(2 * DAY);
    mollie.bank.rejects(id);
    await deliver();
    await app.travel(DAY);
    expect(await statusOf(placed)).toBe('abandoned');
  });
});

test('open payments are still paid at Mollie when new ones go to another gateway', async () => {
  const { placed, id } = await place();
  newPaymentsGoTo = 'sandbox';
  try {
    const other = await order(app, token, ['saturday']);
    expect(other.url).toContain('/sandbox-gateway/');
    mollie.buyer.pays(id);
    await app.travel(3 * MINUTE);
    expect(await statusOf(placed)).toBe('paid');
  } finally {
    newPaymentsGoTo = 'mollie';
  }
});
