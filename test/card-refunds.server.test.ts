import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentGateway } from '#features/payments/server/gateway.ts';
import type { RefundUpdate } from '#features/payments/server/gateway-facts.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import { endRefund, refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import {
  applyRefundFact,
  createRefund,
  finishRefund,
  holdRefund,
  moneyOnItsWay,
  movementsOf,
  type RefundParts,
  refundByCode,
  retryMovement,
  sendMovements,
  startRefund,
} from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { operatorOf } from './support/operator.ts';
import { orderNow, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Refunds that go back to the card through the gateway. */

const MINUTE = 60_000;

let app: ShopApp;
let mila: string;
let parts: RefundParts;
/** What the gateway answers next instead of refunding; `lost` refunds and loses the answer. */
let next: RefundUpdate | 'lost' | null = null;
let calls: string[] = [];

const standIn = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  async refund(request, now, signal) {
    calls.push(request.key);
    const answer = next;
    next = null;
    if (answer !== null && answer !== 'lost') return { refund: null, update: answer };
    const refunded = await sandbox.refund(request, now, signal);
    if (answer === 'lost') throw new Error('the answer was lost');
    return refunded;
  },
});

beforeAll(async () => {
  app = await givenShopApp({ sandboxModes: { closes: true, sessionMinutes: 0, refunds: 'pending' } }, { standIn });
  mila = await app.login();
  parts = { ...operatorOf(app).parts.refunds, gateways: app.gateways };
});
beforeEach(async () => {
  next = null;
  calls = [];
  await app.db.run('delete from rate_limits');
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

/** Waits until the gateway, which takes a minute, reports the refund. */
async function untilArrived(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await app.travel(turn * 2 * MINUTE);
}
const now = () => app.clock.now();
const move = (code: string) => ({ code, actor: commandLine('tester') });

async function makeRefundRequest(order: Order, { toCard = true } = {}): Promise<string> {
  await freshLogins(app);
  const answer = await app.call('request-refund', {
    token: mila,
    order_id: order.id,
    tickets: order.tickets.map(({ code }) => code).join(','),
    merchandise: '',
    ...bankOnWire,
  });
  expect(answer.body.message).toBeUndefined();
  const code = answer.body.refund_id as string;
  await app.db.run('update refunds set to_card = $2 where code = $1', [code, toCard]);
  return code;
}

async function makeStartedRefund({ toCard = true } = {}): Promise<string> {
  const code = await makeRefundRequest(await purchase(app, mila, ['sandlark-pass']), { toCard });
  expect((await startRefund(parts, move(code), now())).ok).toBe(true);
  return code;
}

const refund = async (code: string) => (await refundByCode(app.db, code))!;
const movements = async (code: string) =>
  (await movementsOf(app.db, (await refund(code)).id)).map(({ key, gateway, status, reason }) => ({
    key: key.slice(code.length + 1),
    by: gateway ?? 'bank',
    status,
    ...(reason && { reason }),
  }));
const paid = async (code: string, account: string) =>
  (await app.db.row<{ sum: number }>(
    `select coalesce(sum(-e.amount), 0)::bigint as sum
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.refund_id = $1 and t.kind = 'refund_paid' and e.account = $2`,
    [(await refund(code)).id, account],
  ))!.sum;
const mailsAbout = async (code: string) =>
  (await app.mails())
    .filter(({ kind, subject }) => subject.includes(code) && !kind.startsWith('operator-'))
    .map(({ kind }) => kind);
const refundAt = async (code: string) =>
  (await app.db.row<{ id: string }>('select id from sandbox_refunds where key like $1 order by created_at desc', [
    `${code}-%`,
  ]))!.id;

/** Opens a dispute about the payment of the refund's order. */
const dispute = (code: string) =>
  app.db.run(
    `insert into disputes (gateway, dispute_id, transaction, receipt_id, state, amount, currency, reason, opened_at, changed_at)
     select 'sandbox', $1, r.transaction, r.id, 'open', r.amount, r.currency, 'fraudulent', $2, $2
     from refunds f join receipts r on r.order_id = f.order_id
     where f.code = $1`,
    [code, now()],
  );

/** Starts a refund of which the card can take only a part. The rest goes by bank. */
async function makeSplitRefund(): Promise<{ code: string; other: string; card: number; bank: number }> {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const code = await makeRefundRequest(order);
  const { id } = (await app.db.row<{ id: number }>(
    'select r.id from receipts r join orders o on o.id = r.order_id where o.code = $1',
    [order.code],
  ))!;
  const other = await makeRefundRequest(await purchase(app, mila, ['sandlark-pass']));
  expect((await startRefund(parts, move(other), now())).ok).toBe(true);
  // Simulates that another refund has taken a part of this payment.
  await app.db.run(
    `insert into refund_movements (refund_id, position, key, receipt_id, gateway, amount, status, created_at)
     values ($1, 9, 'TAKEN', $2, 'sandbox', 15000, 'pending', $3)`,
    [(await refund(other)).id, id, now()],
  );
  expect((await startRefund(parts, move(code), now())).ok).toBe(true);
  await app.db.run(`delete from refund_movements where key = 'TAKEN'`);
  const card = order.total_price - 15_000;
  return { code, other, card, bank: (await refund(code)).total - card };
}

describe('a refund to the card', () => {
  test('is done when the gateway reports that the money has moved, and is booked at the gateway', async () => {
    const code = await makeStartedRefund();
    expect(await movements(code)).toEqual([{ key: 'M1', by: 'sandbox', status: 'pending' }]);
    await app.settle();
    expect((await refund(code)).status).toBe('processing');
    expect(await paid(code, 'gateway:sandbox')).toBe(0);
    await untilArrived();
    const done = await refund(code);
    expect(done.status).toBe('processed');
    expect(await paid(code, 'gateway:sandbox')).toBe(done.total);
    expect(await paid(code, 'bank')).toBe(0);
    expect(await mailsAbout(code)).toEqual(['refund-requested', 'refund-processed']);
    expect(calls).toEqual([`${code}-M1`]);
  });

  test('moves its money once although the answer was lost', async () => {
    next = 'lost';
    const code = await makeStartedRefund();
    await app.settle();
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
    expect(await paid(code, 'gateway:sandbox')).toBe((await refund(code)).total);
    const made = await app.db.row<{ count: number }>(
      'select count(*) as count from sandbox_refunds where key like $1',
      [`${code}-%`],
    );
    expect(made!.count).toBe(1);
  });

  test('that fails has a problem with the gateway’s reason, and can be sent by bank', async () => {
    next = { status: 'failed', reason: 'the card is closed' };
    const code = await makeStartedRefund();
    await app.settle();
    expect((await refund(code)).status).toBe('problem');
    expect(await movements(code)).toMatchObject([{ status: 'failed', reason: 'the card is closed' }]);
    const retry = { key: `${code}-M1`, byBank: true, actor: commandLine('tester') };
    expect(await retryMovement(parts, retry, now())).toMatchObject({ ok: true, value: { gateway: null } });
    expect(await retryMovement(parts, retry, now())).toMatchObject({
      ok: false,
      error: { kind: 'not_failed', status: 'replaced' },
    });
    expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
    expect((await refund(code)).status).toBe('processed');
    expect(await paid(code, 'bank')).toBe((await refund(code)).total);
    // The mail does not mention the card.
    const mailed = (await app.mails()).findLast(({ kind }) => kind === 'refund-processed')!.body_text!;
    expect(mailed).toContain('to reach your account');
    expect(mailed).not.toContain('card');
  });

  test('that failed is not tried again while a payment for its order is disputed', async () => {
    next = { status: 'failed', reason: 'the card is closed' };
    const code = await makeStartedRefund();
    await app.settle();
    await dispute(code);
    for (const byBank of [true, false]) {
      const retry = { key: `${code}-M1`, byBank, actor: commandLine('tester') };
      expect(await retryMovement(parts, retry, now())).toEqual({ ok: false, error: { kind: 'disputed' } });
    }
    expect(await startRefund(parts, move(code), now())).toMatchObject({
      ok: false,
      error: { kind: 'order_not_settled' },
    });
    expect(await movements(code)).toMatchObject([{ status: 'failed' }]);
    await app.db.run(`delete from disputes where dispute_id = $1`, [code]);
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
  });

  test('that fails is tried again with a new key when the operator starts it again', async () => {
    next = { status: 'failed', reason: 'out of order' };
    const code = await makeStartedRefund();
    await app.settle();
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
    expect(calls).toEqual([`${code}-M1`, `${code}-M2`]);
  });

  test('that fails after it was done is owed again', async () => {
    const code = await makeStartedRefund();
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
    await endRefund(app.db, await refundAt(code), { status: 'failed', reason: 'the account is closed' }, now());
    await untilArrived();
    expect((await refund(code)).status).toBe('problem');
    expect(await paid(code, 'gateway:sandbox')).toBe(0);
    expect(await movements(code)).toMatchObject([{ status: 'failed', reason: 'the account is closed' }]);
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
    expect(await mailsAbout(code)).toHaveLength(3);
  });

  test('cannot be finished or held by a report of the bank', async () => {
    const code = await makeStartedRefund();
    expect(await finishRefund(parts, move(code), now())).toMatchObject({ error: { kind: 'wrong_status' } });
    expect(await holdRefund(parts, move(code), now())).toMatchObject({ error: { kind: 'wrong_status' } });
    await untilArrived();
  });

  test('moves its money once although two processes work on it', async () => {
    const code = await makeStartedRefund();
    const errors: unknown[] = [];
    const work = sendMovements({ refunds: parts, gateways: app.gateways, onError: (error) => errors.push(error) });
    await Promise.all([work.run(now()), work.run(now())]);
    expect(calls).toEqual([`${code}-M1`]);
    expect(errors).toEqual([]);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
  });
});

test('a refund by bank does not call the gateway', async () => {
  const code = await makeStartedRefund({ toCard: false });
  await app.settle();
  expect(await movements(code)).toEqual([{ key: 'M1', by: 'bank', status: 'pending' }]);
  expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
  expect(calls).toEqual([]);
});

test('a refund is split between card and bank if the card no longer holds all of it', async () => {
  const { code, other, card, bank } = await makeSplitRefund();
  const split = await movementsOf(app.db, (await refund(code)).id);
  expect(split.map(({ gateway, amount }) => [gateway, amount])).toEqual([
    ['sandbox', card],
    [null, bank],
  ]);
  expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
  expect((await refund(code)).status).toBe('processing');
  await untilArrived();
  expect((await refund(code)).status).toBe('processed');
  expect((await refund(other)).status).toBe('processed');
});

test('a refund made in the provider’s dashboard is booked once, and gives its order a problem', async () => {
  const order = await purchase(app, mila, ['saturday']);
  const reference = `${order.payments[0]!.reference}-1`;
  const payment = (await app.db.row<{ id: string }>('select id from sandbox_payments where merchant_reference = $1', [
    reference,
  ]))!;
  await refundPayment(app.db, { key: null, payment, amount: 500, isDoneAtOnce: true }, now());
  await app.travel(2 * MINUTE);
  const after = await orderNow(app, mila, order.code);
  expect(after.payment_status).toBe('problem');
  const booked = await app.db.rows(`select 1 from ledger_transactions t join orders o on o.id = t.order_id
    where o.code = '${order.code}' and t.kind = 'charge_back'`);
  expect(booked).toHaveLength(1);
});

test.each([
  { to: undefined, by: 'sandbox' },
  { to: 'bank' as const, by: 'bank' },
])('with the option --to $to, the operator’s refund goes by $by', async ({ to, by }) => {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const request = { orderCode: order.code, codes: [], fees: 'kept' as const, shipping: null, amount: null };
  const made = await createRefund(parts, { ...request, to, reason: 'Rain.', actor: commandLine('tester') }, now());
  expect(made.ok).toBe(true);
  const code = `${order.code}-R1`;
  expect((await startRefund(parts, move(code), now())).ok).toBe(true);
  expect((await movements(code)).map((movement) => movement.by)).toEqual([by]);
  expect(await moneyOnItsWay(app.db, code)).toMatchObject(by === 'bank' ? { toCard: 0 } : { byBank: 0 });
  if (by === 'bank') expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
  await untilArrived();
  expect((await refund(code)).status).toBe('processed');
});

describe('a customer who asks for the money back on the card', () => {
  const offer = (way: 'ask' | 'bank') =>
    app.db.run(
      `update shop_state
       set config = jsonb_set(config, '{private,refundWay}', to_jsonb($1::text)), version = version + 1`,
      [way],
    );
  const noBank = Object.fromEntries(
    Object.entries(bankOnWire).map(([name, value]) => [name, typeof value === 'string' ? '' : {}]),
  );
  const ask = async (order: Order, more: object) => {
    await freshLogins(app);
    return app.call('request-refund', {
      token: mila,
      order_id: order.id,
      tickets: order.tickets.map(({ code }) => code).join(','),
      merchandise: '',
      ...noBank,
      ...more,
    });
  };
  const offered = async (order: Order) =>
    (await app.call('get-refund-ways', { token: mila, order_id: order.id })).body.to_card as number;

  beforeAll(() => offer('ask'));
  afterAll(() => offer('bank'));

  test('needs to give no bank details, and the money goes back through the gateway', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    expect(await offered(order)).toBe(order.total_paid);
    const answer = await ask(order, { way: 'card' });
    const code = answer.body.refund_id as string;
    expect(answer.body.message).toBeUndefined();
    expect(await refund(code)).toMatchObject({ toCard: true, bankSealed: null });
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    expect(await movements(code)).toEqual([{ key: 'M1', by: 'sandbox', status: 'pending' }]);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
  });

  test('gives bank details for the part that the card cannot take', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const other = await makeRefundRequest(await purchase(app, mila, ['sandlark-pass']));
    // Simulates that another refund has taken a part of this payment.
    await app.db.run(
      `insert into refund_movements (refund_id, position, key, receipt_id, gateway, amount, status, created_at)
       select $1, 9, 'TAKEN', r.id, 'sandbox', 15000, 'pending', $3
       from receipts r join orders o on o.id = r.order_id where o.code = $2`,
      [(await refund(other)).id, order.code, now()],
    );
    expect(await offered(order)).toBe(order.total_paid - 15_000);
    expect((await ask(order, { way: 'card' })).body.message).toMatch(/^Please fill out the following fields/);
    const code = (await ask(order, { way: 'card', ...bankOnWire })).body.refund_id as string;
    expect((await refund(code)).bankSealed).not.toBeNull();
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    expect((await movements(code)).map(({ by }) => by)).toEqual(['sandbox', 'bank']);
    await app.db.run(`delete from refund_movements where key = 'TAKEN'`);
    expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
  });

  test('asks for an account when the card can no longer take anything', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    await offer('bank');
    expect(await offered(order)).toBe(0);
    const refused = await ask(order, { way: 'card' });
    expect(refused.status).toBe(422);
    expect(refused.body.errors.way).toEqual([
      'This refund cannot go back to your card. Please enter the details of a bank account.',
    ]);
    expect(
      (
        await app.db.rows('select 1 from refunds where order_id = (select id from orders where code = $1)', [
          order.code,
        ])
      ).length,
    ).toBe(0);
    await offer('ask');
    expect((await ask(order, { way: 'card' })).status).toBe(200);
  });

  test('can still choose the bank account', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    expect((await ask(order, { way: 'bank' })).body.message).toMatch(/^Please fill out the following fields/);
    const code = (await ask(order, { way: 'bank', ...bankOnWire })).body.refund_id as string;
    expect(await refund(code)).toMatchObject({ toCard: false });
  });
});

describe('a refund whose card did not take the money', () => {
  const give = async (code: string, more: object = {}) => {
    await freshLogins(app);
    return app.call('give-refund-account', { token: mila, refund_id: code, ...bankOnWire, ...more });
  };
  const onPage = async (code: string): Promise<{ account_needed: number; account_replaceable: number }> => {
    const { body } = await app.call('get-data', { token: mila });
    return body.data.refunds.find(({ id }: { id: string }) => id === code);
  };
  const needed = async (code: string) => (await onPage(code)).account_needed;
  /** Lets the gateway report that the card refuses its part. */
  async function refuseCard(code: string): Promise<void> {
    await endRefund(app.db, await refundAt(code), { status: 'failed', reason: 'the card is closed' }, now());
    await untilArrived();
  }
  /** Requests a refund to the card, without bank details, that the card refuses. */
  async function makeRefusedRefund(): Promise<string> {
    const code = await makeRefundRequest(await purchase(app, mila, ['sandlark-pass']));
    await app.db.run('update refunds set bank_sealed = null, bank_country = null where code = $1', [code]);
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    expect(await needed(code)).toBe(0);
    next = { status: 'failed', reason: 'the card is closed' };
    await app.settle();
    return code;
  }

  test('asks the customer by mail for an account, and can then be paid by bank', async () => {
    const code = await makeRefusedRefund();
    const { total, id } = await refund(code);
    expect(await needed(code)).toBe(total);
    expect(await mailsAbout(code)).toEqual(['refund-requested', 'refund-account']);
    expect((await give(code, { bank_iban: '' })).body.message).toMatch(/^Please fill out the following fields/);
    expect((await give(code, { bank_country: 'XX' })).status).toBe(422);
    expect(await needed(code)).toBe(total);

    expect((await give(code)).status).toBe(200);
    expect(await movements(code)).toMatchObject([
      { by: 'sandbox', status: 'replaced' },
      { by: 'bank', status: 'pending' },
    ]);
    expect(await needed(code)).toBe(0);
    expect((await refund(code)).status).toBe('processing');
    const mail = (await app.mails()).findLast(({ kind }) => kind === 'refund-bank-details')!;
    expect(mail.subject).toContain(code);
    expect(mail.body_text).toMatch(/43\s?00/);
    expect(mail.body_text).not.toContain('0417');
    expect(await give(code)).toMatchObject({
      status: 409,
      body: { message: 'We no longer need a bank account for this refund.' },
    });
    expect((await movementsOf(app.db, id)).length).toBe(2);
    expect((await finishRefund(parts, move(code), now())).ok).toBe(true);
    expect(await paid(code, 'bank')).toBe(total);
  });

  test('accepts only one account from two simultaneous requests', async () => {
    const code = await makeRefusedRefund();
    await freshLogins(app);
    const answers = await Promise.all([give(code), give(code, { bank_iban: 'DE89 3704 0044 0532 0130 00' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await movements(code)).filter(({ by }) => by === 'bank')).toHaveLength(1);
  });

  test('accepts no account while a payment of its order is disputed, which would pay twice', async () => {
    const code = await makeRefusedRefund();
    await dispute(code);
    expect(await give(code)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^A payment for this order is disputed/) },
    });
    expect(await movements(code)).toMatchObject([{ status: 'failed' }]);
    await app.db.run('delete from disputes where dispute_id = $1', [code]);
    expect((await give(code)).status).toBe(200);
  });

  test('pays only the bank’s part to a new account after the bank refused one; no mail asks for one', async () => {
    const { code, card, bank } = await makeSplitRefund();
    await app.settle();
    expect((await holdRefund(parts, { ...move(code), reason: 'AC04' }, now())).ok).toBe(true);
    await refuseCard(code);
    expect(await mailsAbout(code)).toEqual(['refund-requested']);
    expect(await onPage(code)).toMatchObject({ account_needed: 0, account_replaceable: bank });
    expect((await give(code)).status).toBe(200);
    expect((await movementsOf(app.db, (await refund(code)).id)).map(({ amount, status }) => [amount, status])).toEqual([
      [card, 'failed'],
      [bank, 'replaced'],
      [bank, 'pending'],
    ]);
    const audited = await app.db.row(
      `select details from audit_log where subject = $1 and action = 'refund.account_given'`,
      [code],
    );
    expect(audited).toMatchObject({ details: { amount: bank } });
  });

  test('accepts no account while another part is in a file for the bank, which would pay twice', async () => {
    const { code } = await makeSplitRefund();
    await app.settle();
    expect((await holdRefund(parts, { ...move(code), reason: 'AC04' }, now())).ok).toBe(true);
    await refuseCard(code);
    const retry = { key: `${code}-M1`, byBank: true, actor: commandLine('tester') };
    expect((await retryMovement(parts, retry, now())).ok).toBe(true);
    await app.db.run(`update refunds set exported_in = 'SLK-REFUNDS-1' where code = $1`, [code]);
    expect(await give(code)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Another part of this refund is being paid/) },
    });
    expect((await movements(code)).map(({ status }) => status)).toEqual(['replaced', 'failed', 'pending']);
    await app.db.run('update refunds set exported_in = null where code = $1', [code]);
    expect((await give(code)).status).toBe(200);
  });

  test('accepts no account before the refund is accepted, or while the card may still take it', async () => {
    const code = await makeRefundRequest(await purchase(app, mila, ['sandlark-pass']));
    expect((await give(code)).status).toBe(409);
    expect((await startRefund(parts, move(code), now())).ok).toBe(true);
    expect((await give(code)).status).toBe(409);
    await untilArrived();
    expect((await give(code)).status).toBe(409);
  });
});

describe('at a gateway that cannot be queried about refunds', () => {
  /** Runs the work with the gateway's answers in turn: an error, or what the sandbox answers. */
  const workAt = (answers: (Error | 'sandbox')[]) => {
    const gateway: PaymentGateway = {
      ...app.gateways.forNewPayments,
      can: { close: true, refund: 'once', charge: false },
      refundStatus: async () => ({ status: 'unknown' }),
      async refund(request, at) {
        const answer = answers.shift();
        if (!answer) throw new Error('called once too often');
        if (answer !== 'sandbox') throw answer;
        return app.gateways.forNewPayments.refund(request, at);
      },
    };
    const gateways: Gateways = { ...app.gateways, all: [gateway], of: () => gateway };
    return sendMovements({ refunds: parts, gateways, onError: () => {} });
  };
  const later = (minutes: number) => new Date(now().getTime() + minutes * MINUTE);

  test('a refund that did not reach the gateway is sent again', async () => {
    const code = await makeStartedRefund();
    const answers = [Object.assign(new Error('refused'), { hadNoEffect: true }), 'sandbox' as const];
    const work = workAt(answers);
    await work.run(now());
    await work.run(later(10));
    expect(answers).toEqual([]);
    await untilArrived();
    expect((await refund(code)).status).toBe('processed');
  });

  test('a refund that may have reached the gateway is not sent again; a message completes it', async () => {
    const code = await makeStartedRefund();
    await workAt([new Error('the answer was lost')]).run(now());
    await workAt([]).run(later(10));
    await workAt([]).run(later(24 * 60));
    const [movement] = await movements(code);
    expect(movement).toMatchObject({
      status: 'pending',
      reason: expect.stringContaining('Nobody knows whether sandbox'),
    });
    const { transaction, amount } = (await app.db.row<{ transaction: string; amount: number }>(
      `select r.transaction, m.amount from refund_movements m join receipts r on r.id = m.receipt_id where m.key = $1`,
      [`${code}-M1`],
    ))!;
    const words = { id: 'made-after-all', key: null, transaction, amount, currency: 'EUR' } as const;
    expect(await applyRefundFact(parts, 'sandbox', { ...words, update: { status: 'done' } }, now())).toBe(true);
    expect((await refund(code)).status).toBe('processed');
  });
});
