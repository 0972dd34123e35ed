import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { recordTransfer, settleProblem } from '#features/desk/server/public.ts';
import { applyDispute, listDisputes } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, purchase } from './support/purchase.ts';
import { qrOf, scan } from './support/scanner.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

let app: ShopApp;
let mila: string;
let operator: Operator;

beforeAll(async () => {
  app = await givenShopApp();
  operator = operatorOf(app);
  mila = await app.login();
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

type State = 'open' | 'money_taken' | 'won' | 'lost';

const now = ({ code }: Pick<Order, 'code'>) => orderNow(app, mila, code);
const balance = async (account: string) =>
  (await app.db.row<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account = $1',
    [account],
  ))!.sum;
const movementOf = async ({ code }: Order) =>
  (await app.db.row<{ transaction: string }>(
    'select r.transaction from receipts r join orders o on o.id = r.order_id where o.code = $1 order by r.id',
    [code],
  ))!.transaction;

/** Reports a dispute as the processing of a gateway's message does. */
async function reportDispute(
  order: Order,
  state: State,
  over: { id?: string; amount?: number; transaction?: string } = {},
) {
  const { id = `dp-${order.code}`, amount = order.total_price } = over;
  const fact = {
    ...({ about: 'dispute', id, state, amount, currency: 'EUR', reason: 'fraudulent' } as const),
    transaction: over.transaction ?? (await movementOf(order)),
    answerBy: '2026-12-01T12:00:00.000Z',
  } as const;
  const parts = { db: app.db, money: operator.parts.money, currency: async () => 'EUR', takeBackRequests };
  await applyDispute(parts, 'sandbox', fact, app.clock.now());
}
const settle = (code: string, to: 'paid' | 'cancelled') =>
  settleProblem(operator.orders, { code, to, reason: '', actor: commandLine('tester') }, app.clock.now());
const auditOf = async ({ code }: Order) =>
  (
    await app.db.rows<{ words: string }>(
      `select actor || ' ' || action as words from audit_log
       where subject = $1 and (action like 'dispute%' or action like 'payment%') order by id`,
      [code],
    )
  ).map(({ words }) => words);

test('a dispute stops admission at once and takes the money later; winning it restores both', async () => {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const printed = await qrOf(app, order.tickets[0]!.code);
  const before = await balance('gateway:sandbox');
  const payment = (await app.db.row<{ id: string }>('select id from sandbox_payments where transaction = $1', [
    await movementOf(order),
  ]))!.id;
  const press = async (state: State) => {
    const answer = await app.fetch('/dev/sandbox', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ does: `dispute_${state}`, payment }),
    });
    expect(answer.status).toBe(303);
    await app.settle();
  };
  await press('open');
  expect(await scan(app, printed)).toBe('revoked');
  expect(await now(order)).toMatchObject({
    ...{ payment_status: 'problem', total_paid: order.total_price },
    tickets: [{ pending: true, allow_download: false }],
  });
  expect(await balance('gateway:sandbox')).toBe(before);
  await press('money_taken');
  expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
  expect(await balance('gateway:sandbox')).toBe(before - order.total_price);
  const [listed] = await listDisputes(app.db, { all: false, limit: 9 });
  expect(listed).toMatchObject({ orderCode: order.code, state: 'money_taken', answerBy: expect.any(Date) });
  const { attention } = await auditShop(app.db, app.clock.now());
  expect(attention.join('\n')).toMatch(new RegExp(`dispute sbd_.* of sandbox: .*, answer by .*, order ${order.code}`));
  await press('won');
  expect(await scan(app, printed)).toBe('valid');
  expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: order.total_price });
  expect(await balance('gateway:sandbox')).toBe(before);
  expect(await listDisputes(app.db, { all: false, limit: 9 })).toEqual([]);
  expect(await auditOf(order)).toEqual([
    'gateway:sandbox dispute.open',
    'gateway:sandbox payment.charged_back',
    'gateway:sandbox dispute.money_taken',
    'gateway:sandbox payment.charge_back_returned',
    'gateway:sandbox dispute.won',
  ]);
});

test.each<[string, State[], string, boolean]>([
  ['money taken before open, each twice', ['money_taken', 'open', 'money_taken', 'open'], 'problem', true],
  ['lost alone', ['lost'], 'problem', true],
  ['lost, then the earlier messages', ['lost', 'money_taken', 'open'], 'problem', true],
  ['won alone', ['won'], 'paid', false],
  ['won, then the earlier messages', ['won', 'money_taken', 'open', 'won'], 'paid', false],
  ['open and won', ['open', 'won'], 'paid', false],
  ['taken and won, twice', ['money_taken', 'won', 'won'], 'paid', false],
  ['lost, won after an appeal, and lost again', ['lost', 'won', 'lost'], 'problem', true],
])('messages in any order: %s', async (_, states, status, isGone) => {
  const order = await purchase(app, mila, ['saturday']);
  const before = await balance('gateway:sandbox');
  for (const state of states) await reportDispute(order, state);
  expect(await now(order)).toMatchObject({
    payment_status: status,
    total_paid: isGone ? 0 : order.total_price,
    tickets: [{ pending: isGone, allow_download: !isGone }],
  });
  expect(await balance('gateway:sandbox')).toBe(before - (isGone ? order.total_price : 0));
});

test('a message that two processes receive at once is booked once', async () => {
  const order = await purchase(app, mila, ['saturday']);
  const before = await balance('gateway:sandbox');
  await Promise.all([
    reportDispute(order, 'money_taken'),
    reportDispute(order, 'money_taken'),
    reportDispute(order, 'open'),
  ]);
  expect(await balance('gateway:sandbox')).toBe(before - order.total_price);
  await Promise.all([reportDispute(order, 'won'), reportDispute(order, 'won'), reportDispute(order, 'money_taken')]);
  expect(await balance('gateway:sandbox')).toBe(before);
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
});

test('during a dispute an order cannot be settled as paid, only cancelled; winning restores it', async () => {
  const order = await purchase(app, mila, ['saturday']);
  await reportDispute(order, 'open');
  expect(await settle(order.code, 'paid')).toEqual({
    ok: false,
    error: { kind: 'open_dispute', dispute: `dp-${order.code}`, gateway: 'sandbox' },
  });
  expect(await now(order)).toMatchObject({ payment_status: 'problem', tickets: [{ pending: true }] });
  await reportDispute(order, 'won');
  expect(await now(order)).toMatchObject({ payment_status: 'paid', tickets: [{ pending: false }] });

  const other = await purchase(app, mila, ['saturday']);
  await reportDispute(other, 'open');
  expect(await settle(other.code, 'cancelled')).toMatchObject({ ok: true });
});

test('winning the first of two disputes does not restore admission', async () => {
  const order = await purchase(app, mila, ['saturday']);
  await reportDispute(order, 'open', { id: 'first' });
  await reportDispute(order, 'open', { id: 'second', amount: 100 });
  await reportDispute(order, 'won', { id: 'first' });
  expect(await now(order)).toMatchObject({ payment_status: 'problem', tickets: [{ pending: true }] });
  await reportDispute(order, 'won', { id: 'second' });
  expect(await now(order)).toMatchObject({ payment_status: 'paid', tickets: [{ pending: false }] });
});

test('money that arrives during a dispute of other money opens no tickets until the dispute is won', async () => {
  const plan = await purchase(app, mila, ['sandlark-pass-plan']);
  const { payments } = plan;
  await reportDispute(plan, 'open', { amount: payments[0]!.amount });
  for (const { reference, amount } of payments.slice(1)) {
    const line = {
      words: reference,
      amount: minor(amount),
      transaction: `bank-${reference}`,
      receivedAt: app.clock.now(),
    };
    const booked = await recordTransfer(operator.transfers, { ...line, actor: commandLine('tester') }, app.clock.now());
    expect(booked).toMatchObject({ ok: true });
    expect(await now(plan)).toMatchObject({ payment_status: 'problem', tickets: [{ pending: true }] });
  }
  expect(await now(plan)).toMatchObject({ total_paid: plan.total_price });
  await reportDispute(plan, 'won', { amount: payments[0]!.amount });
  expect(await now(plan)).toMatchObject({ payment_status: 'paid', tickets: [{ pending: false }] });
});

test('a dispute during a refund request takes all the money; winning restores the order, no loss', async () => {
  const order = await purchase(app, mila, ['sandlark-pass']);
  await freshLogins(app);
  const requested = await app.call('request-refund', {
    ...{ token: mila, order_id: order.id, tickets: order.tickets[0]!.code, merchandise: '' },
    ...bankOnWire,
  });
  expect(requested.status).toBe(200);
  const losses = await balance('losses');
  const before = await balance('gateway:sandbox');
  await reportDispute(order, 'money_taken');
  expect(await balance('gateway:sandbox')).toBe(before - order.total_price);
  expect(await now(order)).toMatchObject({ total_paid: 0, tickets: [{ status: 'active' }] });
  await reportDispute(order, 'won');
  expect(await balance('losses')).toBe(losses);
  expect(await balance('gateway:sandbox')).toBe(before);
  expect(await now(order)).toMatchObject({ payment_status: 'paid', tickets: [{ status: 'active', pending: false }] });
});

test('winning the dispute of a cancelled order revives the order while there is stock', async () => {
  const order = await purchase(app, mila, ['saturday']);
  await reportDispute(order, 'lost');
  expect(await settle(order.code, 'cancelled')).toMatchObject({ ok: true });
  await reportDispute(order, 'won');
  expect(await now(order)).toMatchObject({ payment_status: 'paid', tickets: [{ status: 'active' }] });
});

test('a dispute of an unknown payment is listed, and linked to the payment once that is known', async () => {
  const order = await purchase(app, mila, ['saturday']);
  await reportDispute(order, 'money_taken', { id: 'early', transaction: 'nobody-knows' });
  expect(await listDisputes(app.db, { all: false, limit: 9 })).toContainEqual(
    expect.objectContaining({ disputeId: 'early', orderCode: null }),
  );
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  await reportDispute(order, 'money_taken', { id: 'early' });
  expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
  await reportDispute(order, 'won', { id: 'early' });
});
