import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { assignReceipt, settleReceipt } from '#features/desk/server/public.ts';
import { listDisputes } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { type GatewayFact, openReceipts } from '#features/payments/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, order as place } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Messages from a gateway about refunds and disputes that the provider's staff or a bank made, whatever came before. */

const DAY = 24 * 60 * 60_000;
const actor = commandLine('tester');

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

let messages = 0;

/** Stores a message as the inbox does when it arrives, and processes it. Returns its outcome. */
async function message(...facts: GatewayFact[]): Promise<string> {
  messages += 1;
  const id = `message-${messages}`;
  await app.db.run(
    `insert into gateway_events (gateway, event_id, received_at, facts, ask, next_try_at)
     values ('sandbox', $1, $2, $3, '[]', $2)`,
    [id, app.clock.now(), JSON.stringify(facts)],
  );
  await app.settle();
  return stateOf(id);
}

async function stateOf(id: string): Promise<string> {
  const row = await app.db.row<{ error: string; isDone: boolean; waitsFor: string | null }>(
    `select error, done_at is not null as "isDone", waits_for as "waitsFor" from gateway_events where event_id = $1`,
    [id],
  );
  const { error, isDone, waitsFor } = row!;
  return isDone ? 'done' : waitsFor === null ? error : 'waits';
}

interface Over {
  transaction?: string;
  amount?: number;
  currency?: string;
}

const txOf = ({ code }: Order) => `tx-${code}`;

const paidFact = (order: Order, over: Over = {}): GatewayFact => ({
  about: 'attempt',
  attempt: { reference: `${order.payments[0]!.reference}-1` },
  update: {
    status: 'paid',
    ...{ transaction: txOf(order), amount: order.payments[0]!.amount, currency: 'EUR' },
    ...over,
  },
});

const refund = (order: Order, over: Over & { id?: string; status?: 'done' | 'failed' } = {}): GatewayFact => {
  const { id = `re-${order.code}`, status = 'done', ...rest } = over;
  return {
    about: 'refund',
    ...{ id, key: null, transaction: txOf(order), amount: order.total_price, currency: 'EUR' },
    ...rest,
    update: status === 'failed' ? { status, reason: 'account closed' } : { status },
  };
};

const dispute = (order: Order, state: 'open' | 'money_taken' | 'won' | 'lost', over: Over = {}): GatewayFact => ({
  about: 'dispute',
  ...{ id: `dp-${order.code}`, transaction: txOf(order), state, amount: order.total_price, currency: 'EUR' },
  ...{ answerBy: null, reason: 'fraudulent' },
  ...over,
});

const makeUnpaidOrder = async (): Promise<Order> => (await place(app, mila, ['saturday'])).order;
const now = ({ code }: Order) => orderNow(app, mila, code);
const balance = async (account: string) =>
  (await app.db.row<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account = $1',
    [account],
  ))!.sum;
const waitingOf = async ({ code }: Order) =>
  (await openReceipts(app.db, 100)).filter((receipt) => receipt.orderCode === code);

describe('before the message about the payment', () => {
  test.each([
    ['an opened dispute', (order: Order) => dispute(order, 'open')],
    ['a dispute that took the money', (order: Order) => dispute(order, 'money_taken')],
    ['a refund at the provider', (order: Order) => refund(order)],
  ])('%s is not lost: once the payment is booked, its order has a problem', async (_, fact) => {
    const order = await makeUnpaidOrder();
    expect(await message(fact(order))).toBe('waits');
    await message(paidFact(order));
    expect(await now(order)).toMatchObject({ payment_status: 'problem' });
    expect(await stateOf(`message-${messages - 1}`)).toBe('done');
  });

  test('a failed refund changes nothing', async () => {
    const order = await makeUnpaidOrder();
    expect(await message(refund(order, { status: 'failed' }))).toBe('done');
    await message(paidFact(order));
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('a refund whose payment never arrives belongs to another shop and is not listed', async () => {
    const order = await makeUnpaidOrder();
    expect(await message(refund(order, { transaction: 'tx-of-another-shop' }))).toBe('waits');
    const id = `message-${messages}`;
    for (let day = 0; day < 4; day += 1) for (let part = 0; part < 4; part += 1) await app.travel(DAY / 4);
    mila = await app.login();
    expect(await stateOf(id)).toBe('done');
    const { attention } = await auditShop(app.db, app.clock.now());
    expect(attention.join('\n')).not.toContain(id);
  });
});

describe('a refund at the provider', () => {
  test('that fails later leaves the order as it was, and its money counts again, once', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    const before = await balance('gateway:sandbox');
    await message(refund(order, { amount: 500 }));
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: order.total_price - 500 });
    await message(refund(order, { amount: 500, status: 'failed' }));
    await message(refund(order, { amount: 500, status: 'failed' }));
    expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: order.total_price });
    expect(await balance('gateway:sandbox')).toBe(before);
  });

  test('of money that a person has already booked as sent back counts as the same money', async () => {
    const order = await makeUnpaidOrder();
    const before = await balance('gateway:sandbox');
    const amount = order.total_price + 100;
    await message(paidFact(order, { amount }));
    const [receipt] = await waitingOf(order);
    const request = { receiptId: receipt!.id, note: 'sent back', isReturned: true, actor };
    expect((await settleReceipt({ db: app.db, currency: 'EUR' }, request, app.clock.now())).ok).toBe(true);
    expect(await message(refund(order, { amount }))).toBe('done');
    expect(await message(refund(order, { amount }))).toBe('done');
    expect(await balance('gateway:sandbox')).toBe(before);
    expect(await balance('losses')).toBe(0);
    expect(await waitingOf(order)).toEqual([]);
  });

  test('of a second payment that a person has booked as sent back leaves the order valid', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    const before = await balance('gateway:sandbox');
    await message(paidFact(order, { transaction: `${txOf(order)}-again`, amount: order.total_price }));
    const [receipt] = await waitingOf(order);
    const request = { receiptId: receipt!.id, note: 'sent back', isReturned: true, actor };
    expect((await settleReceipt({ db: app.db, currency: 'EUR' }, request, app.clock.now())).ok).toBe(true);
    await message(refund(order, { transaction: `${txOf(order)}-again` }));
    expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: order.total_price });
    expect(await balance('gateway:sandbox')).toBe(before);
  });

  test('of more than was left is booked as a loss, and its receipt is listed', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    await message(refund(order));
    expect(await message(refund(order, { id: 'twice' }))).toBe('done');
    expect(await balance('losses')).toBe(order.total_price);
    expect((await waitingOf(order)).map(({ attention }) => attention)).toEqual(['contradicted']);
    await message(refund(order, { id: 'twice', status: 'failed' }));
    expect(await balance('losses')).toBe(0);
  });

  test('of money in a currency other than the shop’s removes it from the list', async () => {
    const order = await makeUnpaidOrder();
    const [gateway, suspense] = [await balance('gateway:sandbox:USD'), await balance('suspense:USD')];
    await message(paidFact(order, { currency: 'USD' }));
    expect(await waitingOf(order)).toHaveLength(1);
    expect(await message(refund(order, { currency: 'USD' }))).toBe('done');
    expect(await waitingOf(order)).toEqual([]);
    expect([await balance('gateway:sandbox:USD'), await balance('suspense:USD')]).toEqual([gateway, suspense]);
    expect((await now(order)).payments[0]!.payment_status).toBe('pending');
  });

  test('in a currency other than its payment’s is not booked, and its order stays paid', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    expect(await message(refund(order, { currency: 'USD' }))).toMatch(/is in USD, and its payment in EUR/);
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('that cannot be booked does not hold up what follows in its message', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    expect(await message(refund(order, { currency: 'USD' }), dispute(order, 'open'))).toMatch(/is in USD/);
    expect(await now(order)).toMatchObject({ payment_status: 'problem' });
  });
});

describe('a dispute', () => {
  test('that takes less than was first disputed books the smaller amount', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    await message(dispute(order, 'open'));
    await message(dispute(order, 'money_taken', { amount: 1_000 }));
    expect(await now(order)).toMatchObject({ total_paid: order.total_price - 1_000 });
  });

  test('in a currency other than its payment’s blocks the tickets, and books nothing', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order));
    await message(dispute(order, 'money_taken', { amount: 100, currency: 'USD' }));
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: order.total_price });
    await message(dispute(order, 'won', { amount: 100, currency: 'USD' }));
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('of money in a currency other than the shop’s is booked, and reversed when it is won', async () => {
    const order = await makeUnpaidOrder();
    await message(paidFact(order, { currency: 'USD' }));
    const before = await balance('gateway:sandbox:USD');
    await message(dispute(order, 'lost', { currency: 'USD' }));
    expect(await balance('gateway:sandbox:USD')).toBe(before - order.total_price);
    expect(await waitingOf(order)).toEqual([]);
    await message(dispute(order, 'won', { currency: 'USD' }));
    expect(await balance('gateway:sandbox:USD')).toBe(before);
    expect(await waitingOf(order)).toHaveLength(1);
  });

  test('that is won restores the money of both orders that had lost it', async () => {
    const [first, second] = [await makeUnpaidOrder(), await makeUnpaidOrder()];
    const amount = first.total_price + second.total_price;
    await message(paidFact(first, { amount }));
    const [receipt] = await waitingOf(first);
    for (const { code } of [first, second]) {
      const request = { receiptId: receipt!.id, words: code, actor };
      expect((await assignReceipt(operator.transfers, request, app.clock.now())).ok).toBe(true);
    }
    expect([(await now(first)).payment_status, (await now(second)).payment_status]).toEqual(['paid', 'paid']);
    const before = await balance('gateway:sandbox');
    await message(dispute(first, 'money_taken', { amount }));
    expect([(await now(first)).total_paid, (await now(second)).total_paid]).toEqual([0, 0]);
    await message(dispute(first, 'won', { amount }));
    expect([(await now(first)).payment_status, (await now(second)).payment_status]).toEqual(['paid', 'paid']);
    expect(await balance('gateway:sandbox')).toBe(before);
    expect(await listDisputes(app.db, { all: true, limit: 99 })).toContainEqual(
      expect.objectContaining({ state: 'won' }),
    );
  });
});
