import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { order, orderNow } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import type { GatewayMessage, PaymentGateway } from './gateway.ts';
import { storeGatewayEvents } from './gateway-event-store.ts';
import type { CallbackReading, GatewayFact } from './gateway-facts.ts';
import { gatewaysOf } from './gateways.ts';
import { sandboxKeyOf } from './open-gateways.ts';

const HOUR = 60 * 60_000;

/** A gateway whose messages prove nothing, like those of some providers: the shop has to query it. */
const bell = {
  queried: [] as string[],
  answer: async (): Promise<GatewayFact[]> => [],
};

const withBell = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  name: 'bell',
  readCallback: ({ body, path }: GatewayMessage): CallbackReading => ({
    ok: true,
    eventId: null,
    facts: [],
    ask: [{ about: 'attempt', attempt: { reference: path.slice(1) || body.toString() } }],
  }),
  inquire: async (inquiry) => {
    bell.queried.push(inquiry.about === 'attempt' ? inquiry.attempt.reference : inquiry.id);
    return bell.answer();
  },
});

let app: ShopApp;
let token: string;
beforeAll(async () => {
  app = await givenShopApp({}, { gateways: (sandbox) => gatewaysOf([sandbox, withBell(sandbox)]) });
  token = await app.login();
});
afterAll(async () => {
  await app.close();
});

/** An order whose first attempt began at the gateway `bell`. */
async function placedAtBell() {
  const { order: placed } = await order(app, token, ['saturday']);
  const reference = `${placed.payments[0]!.reference}-1`;
  await app.db.run(`update payment_attempts set gateway = 'bell' where reference = $1`, [reference]);
  return { placed, reference };
}

const ring = (reference: string) =>
  app.fetch(`/payments/callback/bell/${reference}`, { method: 'POST', body: 'whatever' });

const paid = (reference: string, amount: number): GatewayFact => ({
  about: 'attempt',
  attempt: { reference },
  update: { status: 'paid', transaction: `bell-${reference}`, amount, currency: 'EUR' },
});

test('a message that proves nothing is accepted, and the gateway is queried about the attempt', async () => {
  const { placed, reference } = await placedAtBell();
  bell.queried = [];
  bell.answer = async () => [paid(reference, placed.total_price)];
  expect((await ring(reference)).status).toBe(200);
  await app.server.inbox.idle();
  expect(bell.queried).toEqual([reference]);
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
});

test('messages about one attempt lead to at most one query every two seconds', async () => {
  const { reference } = await placedAtBell();
  bell.queried = [];
  bell.answer = async () => [];
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ring(reference)));
  }
  await app.server.inbox.idle();
  expect(bell.queried).toEqual([reference]);
  await app.travel(2_000);
  expect(bell.queried).toEqual([reference, reference]);
});

test('a message that arrives while the gateway is being queried makes the shop query it again', async () => {
  const { placed, reference } = await placedAtBell();
  bell.queried = [];
  bell.answer = async () => {
    bell.answer = async () => [paid(reference, placed.total_price)];
    // What the gateway answered is older than this message.
    expect((await ring(reference)).status).toBe(200);
    return [];
  };
  await ring(reference);
  await app.server.inbox.idle();
  expect(bell.queried).toEqual([reference]);
  await app.travel(2_000);
  expect(bell.queried).toEqual([reference, reference]);
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
  await app.travel(10_000);
  expect(bell.queried).toEqual([reference, reference]);
});

test('a message about an unknown attempt is not stored, and no gateway is queried', async () => {
  bell.queried = [];
  for (let round = 0; round < 100; round += 1) expect((await ring(`SLK-NOBODY-${round}-1`)).status).toBe(200);
  await app.server.inbox.idle();
  expect(bell.queried).toEqual([]);
  expect(await app.db.rows(`select 1 from gateway_events where ask::text like '%NOBODY%'`)).toEqual([]);
});

test('a message that arrives while the gateway is down is processed again until that succeeds', async () => {
  const { placed, reference } = await placedAtBell();
  bell.answer = async () => {
    throw new Error('down');
  };
  expect((await ring(reference)).status).toBe(200);
  await app.server.inbox.idle();
  bell.answer = async () => [paid(reference, placed.total_price)];
  await app.travel(11_000);
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
});

test('a message that fails for days is given up and listed until the gateway repeats it', async () => {
  const { placed, reference } = await placedAtBell();
  // Without a deadline, like a later instalment, so that the order does not end meanwhile.
  await app.db.run('update orders set pay_by = null where code = $1', [placed.code]);
  bell.answer = async () => {
    throw new Error('still down');
  };
  await ring(reference);
  for (let hours = 0; hours < 72; hours += 1) await app.travel(HOUR);
  const attention = async () =>
    (await auditShop(app.db, app.clock.now())).attention.filter((line) => line.includes('bell'));
  expect(await attention()).toEqual([expect.stringContaining('could not be processed: still down')]);
  bell.answer = async () => [paid(reference, placed.total_price)];
  await ring(reference);
  await app.server.inbox.idle();
  expect((await orderNow(app, token, placed.code)).payment_status).toBe('paid');
  expect(await attention()).toEqual([]);
});

test('a signed message that comes ten times at once is stored once, and its money is booked once', async () => {
  const { order: placed } = await order(app, token, ['saturday']);
  const body = JSON.stringify({
    event: 'the same',
    reference: `${placed.payments[0]!.reference}-1`,
    status: 'paid',
    transaction: 'ten-times',
    amount: placed.total_price,
    currency: 'EUR',
  });
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', sandboxKeyOf(app.config)).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'sandbox-signature': `t=${seconds},v1=${signature}` };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.fetch('/payments/callback/sandbox', { method: 'POST', headers, body })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await app.server.inbox.idle();
  expect(await app.db.rows(`select tries from gateway_events where event_id = 'the same'`)).toEqual([{ tries: 1 }]);
  expect(await app.db.rows(`select attention from receipts where transaction = 'ten-times'`)).toEqual([
    { attention: null },
  ]);
});

test.each([
  ['report money', [paid('SLK-NOBODY-1', 100)]],
  ['prove nothing', []],
])('of two identical messages that %s and arrive together, one is stored and taken', async (what, facts) => {
  const event = { gateway: 'bell', eventId: `twice: ${what}`, facts, ask: [] };
  const other = { ...event, eventId: `once: ${what}` };
  const stored = await storeGatewayEvents(app.db, [event, { ...event }, other], app.clock.now());
  expect(stored.map((one) => one?.isTaken ?? null)).toEqual([true, null, true]);
  expect(
    await app.db.rows('select tries, asks_again from gateway_events where event_id = $1', [event.eventId]),
  ).toEqual([{ tries: 1, asks_again: false }]);
});
