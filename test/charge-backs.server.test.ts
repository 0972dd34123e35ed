import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import {
  assignReceipt,
  chargeBack,
  ordersThatOweMoney,
  recordTransfer,
  settleProblem,
} from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import { finishRefund, startRefund, takeBackRequests } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, payNext, order as placeOrder, pressAt, purchase } from './support/purchase.ts';
import { qrOf, scan } from './support/scanner.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Money is taken back from the shop: a card's holder disputes the payment, or a bank reverses a transfer. */

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

const now = ({ code }: Pick<Order, 'code'>) => orderNow(app, mila, code);
const receiptsOf = async ({ code }: Order) => {
  const row = await app.db.row<{ id: number }>('select id from orders where code = $1', [code]);
  return await receiptsOfOrder(app.db, row!.id);
};
const takeBack = (receiptId: number, amount: number, transaction = `cb-${receiptId}`) =>
  chargeBack(
    { db: app.db, currency: 'EUR', takeBackRequests },
    { receiptId, amount: minor(amount), transaction, actor: commandLine('tester') },
    app.clock.now(),
  );
const settle = (code: string, to: 'paid' | 'partial' | 'cancelled') =>
  settleProblem(operator.orders, { code, to, reason: '', actor: commandLine('tester') }, app.clock.now());
const transfer = (words: string, amount: number, transaction: string) =>
  recordTransfer(
    operator.transfers,
    { words, amount: minor(amount), transaction, receivedAt: app.clock.now(), actor: commandLine('tester') },
    app.clock.now(),
  );
const balance = async (account: string) =>
  (await app.db.row<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account = $1',
    [account],
  ))!.sum;

describe('a paid order whose payment is charged back', () => {
  test('has a problem and invalid tickets; once cancelled, its stock is back and nothing is owed', async () => {
    const order = await purchase(app, mila, ['saturday']);
    const [receipt] = await receiptsOf(order);
    const before = await balance('gateway:sandbox');
    expect(await takeBack(receipt!.id, order.total_price)).toMatchObject({
      ok: true,
      value: { suspended: 0, lost: 0 },
    });
    expect(await now(order)).toMatchObject({
      payment_status: 'problem',
      total_paid: 0,
      payments: [{ payment_status: 'pending', paid_amount: 0, paid_at: null }],
      tickets: [{ status: 'active', pending: true, allow_download: false, is_refundable: false }],
    });
    expect(await balance('gateway:sandbox')).toBe(before - order.total_price);
    expect(await settle(order.code, 'paid')).toMatchObject({ ok: false, error: { kind: 'money_differs' } });
    expect(await settle(order.code, 'cancelled')).toMatchObject({ ok: true });
    expect(await now(order)).toMatchObject({ payment_status: 'cancelled', tickets: [{ status: 'cancelled' }] });
    expect((await now(order)).credit_notes).toHaveLength(1);
    expect(await ordersThatOweMoney(app.db, 100)).toEqual([]);
  });

  test('has tickets that a scanner refuses, even downloaded earlier ones, until it is paid again', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const printed = await qrOf(app, order.tickets[0]!.code);
    expect(await scan(app, printed)).toBe('valid');
    const [receipt] = await receiptsOf(order);
    await takeBack(receipt!.id, order.total_price);
    expect(await scan(app, printed)).toBe('revoked');
    await transfer(order.code, order.total_price, `paid-again-${order.code}`);
    expect(await scan(app, printed)).toBe('valid');
  });

  test('books its chargeback once however often it is entered, up to what was received, and audits it', async () => {
    const order = await purchase(app, mila, ['saturday']);
    const [receipt] = await receiptsOf(order);
    expect(await takeBack(receipt!.id, 8_000)).toEqual({
      ok: false,
      error: { kind: 'more_than_left', left: 7_600 },
    });
    const both = await Promise.all([takeBack(receipt!.id, 3_000, 'one'), takeBack(receipt!.id, 3_000, 'one')]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, error: { kind: 'booked_before' } });
    expect(await takeBack(receipt!.id, 5_000, 'two')).toMatchObject({ ok: false, error: { left: 4_600 } });
    expect(await takeBack(999_999, 1, 'none')).toEqual({ ok: false, error: { kind: 'unknown_receipt' } });
    const log = await app.db.rows(`select actor, action from audit_log where subject = $1 and action like 'payment%'`, [
      order.code,
    ]);
    expect(log).toEqual([{ actor: 'tester', action: 'payment.charged_back' }]);
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 4_600 });
  });

  test('is paid again when money arrives again: the same tickets are valid, and a mail says so', async () => {
    const order = await purchase(app, mila, ['saturday']);
    const [receipt] = await receiptsOf(order);
    await takeBack(receipt!.id, order.total_price);
    await transfer(order.code, order.total_price, `again-${order.code}`);
    const again = await now(order);
    expect(again).toMatchObject({ payment_status: 'paid', tickets: [{ pending: false, allow_download: true }] });
    expect(again.tickets[0]!.code).toBe(order.tickets[0]!.code);
    const informed = (await app.mails()).filter(
      ({ kind, subject }) => kind === 'payment-received' && subject.includes(order.code),
    );
    expect(informed).toHaveLength(2);
  });

  test('can continue as partial after a chargeback of a part, and awaits the rest', async () => {
    const order = await purchase(app, mila, ['saturday']);
    const [receipt] = await receiptsOf(order);
    await takeBack(receipt!.id, 2_600);
    expect(await settle(order.code, 'partial')).toMatchObject({ ok: true });
    expect(await now(order)).toMatchObject({
      payment_status: 'partial',
      total_paid: 5_000,
      tickets: [{ pending: true }],
    });
    const link = { order: order.code, checksum: order.checksum, reference: order.payments[0]!.reference };
    const paying = await app.call('pay-payment-plan-order-payment', link);
    await pressAt(app, paying.body.payment.url, 'paid');
    expect(await now(order)).toMatchObject({
      payment_status: 'paid',
      total_paid: 7_600,
      tickets: [{ pending: false }],
    });
  });
});

test('after a refund books a further chargeback as a loss, and keeps the refund covered', async () => {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const requested = await app.call('request-refund', {
    token: mila,
    order_id: order.id,
    tickets: order.tickets[0]!.code,
    merchandise: '',
    ...bankOnWire,
  });
  const code = requested.body.refund_id as string;
  const { refunds } = operator.parts;
  expect(await startRefund(refunds, { code, actor: commandLine('tester') }, app.clock.now())).toMatchObject({
    ok: true,
  });
  const [receipt] = await receiptsOf(order);
  const { total_price: price } = order;
  const refund = (await app.call('get-data', { token: mila })).body.data.refunds.find(
    (one: { id: string }) => one.id === code,
  );
  expect(await takeBack(receipt!.id, price)).toMatchObject({ ok: true, value: { lost: refund.total } });
  expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: refund.total });
  expect(await finishRefund(refunds, { code, actor: commandLine('tester') }, app.clock.now())).toMatchObject({
    ok: true,
  });
  expect(await now(order)).toMatchObject({ total_refunded: refund.total });
});

test('with a started refund refuses a payment, without advice to cancel the refund', async () => {
  const order = await purchase(app, mila, ['sandlark-pass', 'dune-camping']);
  const refund = { token: mila, order_id: order.id, merchandise: '', ...bankOnWire };
  const requested = await app.call('request-refund', { ...refund, tickets: order.tickets[0]!.code });
  const start = { code: requested.body.refund_id as string, actor: commandLine('tester') };
  expect(await startRefund(operator.parts.refunds, start, app.clock.now())).toMatchObject({ ok: true });
  const [receipt] = await receiptsOf(order);
  expect(await takeBack(receipt!.id, order.total_price / 2)).toMatchObject({ ok: true });
  expect(await settle(order.code, 'partial')).toMatchObject({ ok: true });
  const { checksum, payments } = await now(order);
  const link = { order: order.code, checksum, reference: payments[0]!.reference };
  expect((await app.call('get-payment-plan-order-payment', link)).body).toMatchObject({ open_refund: 'under_way' });
  const { status, body } = await app.call('pay-payment-plan-order-payment', link);
  expect([status, body.message]).toEqual([
    409,
    'A refund for this order is being processed, so it cannot be paid right now. Please contact us if you still want to pay.',
  ]);
  expect(await finishRefund(operator.parts.refunds, start, app.clock.now())).toMatchObject({ ok: true });
});

test.each([
  ['all', 1],
  ['half', 0.5],
])('a chargeback (%s) withdraws an open refund request, and nothing is paid twice', async (_, part) => {
  const order = await purchase(app, mila, ['poster-a2']);
  const amount = Math.floor(order.total_price * part);
  const requested = await app.call('request-refund', {
    token: mila,
    order_id: order.id,
    tickets: '',
    merchandise: order.merchandisePurchases[0]!.code,
    ...bankOnWire,
  });
  const [receipt] = await receiptsOf(order);
  const code = requested.body.refund_id as string;
  expect(await takeBack(receipt!.id, amount)).toMatchObject({
    ok: true,
    value: { lost: 0, orders: [{ code: order.code }], withdrawn: [code] },
  });
  const remaining = { payment_status: 'problem', total_paid: order.total_price - amount };
  expect(await now(order)).toMatchObject({
    ...remaining,
    merchandisePurchases: [{ status: 'active', pending: true }],
  });
  const start = { code, actor: commandLine('tester') };
  expect(await startRefund(operator.parts.refunds, start, app.clock.now())).toMatchObject({ ok: false });
  // A page that still shows the request may cancel it, which changes nothing.
  expect((await app.call('cancel-refund', { token: mila, refund_id: code })).status).toBe(200);
  expect(await now(order)).toMatchObject(remaining);
  expect(await settle(order.code, 'paid')).toMatchObject({ ok: false, error: { kind: 'money_differs' } });
  expect(await settle(order.code, 'cancelled')).toMatchObject({ ok: true });
  const owed = (await ordersThatOweMoney(app.db, 100)).find((one) => one.code === order.code);
  expect(owed?.owed ?? 0).toBe(order.total_price - amount);
});

test('a plan whose last payment is charged back continues with that payment open', async () => {
  const order = await purchase(app, mila, ['sandlark-pass-plan']);
  for (let left = order.payments.length - 1; left > 0; left -= 1) await payNext(app, mila, order.code);
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  const last = (await receiptsOf(order)).at(-1)!;
  await takeBack(last.id, last.amount);
  expect(await settle(order.code, 'partial')).toMatchObject({ ok: true });
  expect(await now(order)).toMatchObject({ payment_status: 'partial', tickets: [{ pending: true }] });
  await payNext(app, mila, order.code);
  expect(await now(order)).toMatchObject({ payment_status: 'paid', tickets: [{ pending: false }] });
});

test('a chargeback takes money in suspense first, which then no longer waits for the operator', async () => {
  const { order, url } = await placeOrder(app, mila, ['saturday']);
  await pressAt(app, url!, 'paid');
  const double = await transfer(order.code, 5_000, `double-${order.code}`);
  const { receiptId } = (double as { value: { receiptId: number } }).value;
  expect(await takeBack(receiptId, 5_000)).toMatchObject({
    ok: true,
    value: { orders: [], suspended: 5_000, lost: 0 },
  });
  expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  const { findings, attention } = await auditShop(app.db, app.clock.now());
  expect(findings).toEqual([]);
  expect(attention.filter((line) => line.includes(`double-${order.code}`))).toEqual([]);
});

test('a chargeback of money that counts for two orders takes each order’s part', async () => {
  const one = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  const other = (await placeOrder(app, mila, ['saturday'], null, 'bank_transfer')).order;
  const booked = await transfer(one.code, 2 * one.total_price, `both-${one.code}`);
  const { receiptId } = (booked as { value: { receiptId: number } }).value;
  await assignReceipt(
    operator.transfers,
    { receiptId, words: other.code, actor: commandLine('tester') },
    app.clock.now(),
  );
  expect([(await now(one)).payment_status, (await now(other)).payment_status]).toEqual(['paid', 'paid']);
  const taken = await takeBack(receiptId, 2 * one.total_price);
  const orders = taken.ok ? taken.value.orders : [];
  expect(orders.map(({ code }) => code).sort()).toEqual([one.code, other.code].sort());
  expect([(await now(one)).total_paid, (await now(other)).total_paid]).toEqual([0, 0]);
});
