import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { assignReceipt, keepReceipt, recordTransfer, settleReceipt } from '#features/desk/server/public.ts';
import { applyDispute } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { GatewayAbilities, PaymentGateway } from '#features/payments/server/gateway.ts';
import type { RefundUpdate } from '#features/payments/server/gateway-facts.ts';
import { openReceipts } from '#features/payments/server/public.ts';
import { endRefund } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { type RefundParts, returnStrayMoney, sendBack, takeBackRequests } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from './support/operator.ts';
import { orderNow, order as place, pressAt, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* Card money that no order can take. */

const MINUTE = 60_000;
const actor = commandLine('tester');
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let app: ShopApp;
let mila: string;
let operator: Operator;
let parts: RefundParts;
/** What the gateway answers about an order's money instead of refunding. `lost` refunds and loses the answer. */
const answers = new Map<string, RefundUpdate | 'lost'>();
let calls: string[] = [];
const can: { -readonly [Name in keyof GatewayAbilities]: GatewayAbilities[Name] } = {
  close: true,
  refund: 'parts',
  charge: true,
};

const standIn = (sandbox: PaymentGateway): PaymentGateway => ({
  ...sandbox,
  can,
  async refund(request, now, signal) {
    calls.push(request.key);
    const code = request.key.replace(/-B\d+-M\d+$/, '');
    const answer = answers.get(code);
    answers.delete(code);
    if (answer !== undefined && answer !== 'lost') return { refund: null, update: answer };
    const refunded = await sandbox.refund(request, now, signal);
    if (answer === 'lost') throw new Error('the answer was lost');
    return refunded;
  },
});

beforeAll(async () => {
  app = await givenShopApp({}, { standIn });
  operator = operatorOf(app);
  parts = { ...operator.parts.refunds, gateways: app.gateways };
  mila = await app.login();
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null');
});
beforeEach(async () => {
  answers.clear();
  calls = [];
  can.refund = 'parts';
  await app.db.run('delete from rate_limits');
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});

const now = () => app.clock.now();
let transfers = 0;
async function transfer({ code }: Order, amount: number): Promise<void> {
  transfers += 1;
  const wanted = { words: code, amount: minor(amount), transaction: `bank ${transfers}`, receivedAt: now(), actor };
  expect((await recordTransfer(operator.transfers, wanted, now())).ok).toBe(true);
}
const receiptOf = async ({ code }: Pick<Order, 'code'>) =>
  (await app.db.row<{ id: number; attention: string; isOpen: boolean; returnAt: Date | null; suspended: number }>(
    `select r.id, r.attention, r.settled_at is null as "isOpen", r.return_at as "returnAt", (
       select coalesce(-sum(e.amount), 0)::bigint
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.receipt_id = r.id and e.account = 'suspense'
     ) as suspended
     from receipts r join orders o on o.id = r.order_id where o.code = $1 and r.source = 'sandbox' order by r.id desc`,
    [code],
  ))!;
const movements = async ({ id }: { id: number }) =>
  (
    await app.db.rows<{ status: string }>(
      'select status from refund_movements where receipt_id = $1 and refund_id is null order by position',
      [id],
    )
  ).map(({ status }) => status);
const balance = async (account: string) =>
  (await app.db.row<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account = $1',
    [account],
  ))!.sum;
const listed = async ({ id }: { id: number }) => (await openReceipts(app.db, 1_000)).find((one) => one.id === id);
const words = (mail: { body_text: string | null } | undefined) => mail!.body_text!.replaceAll(/\s+/g, ' ');
const mailsOf = async ({ code }: Order) =>
  (await app.mails()).filter(({ kind, body_text: text }) => kind === 'money-sent-back' && text!.includes(code));

/** Pays an order by transfer, and then by card too. */
async function payTwice(item = 'saturday'): Promise<Order> {
  const { order, url } = await place(app, mila, [item]);
  await transfer(order, order.total_price);
  await pressAt(app, url!, 'paid');
  await app.settle();
  return order;
}

describe('card money that no order can take', () => {
  test('goes back to its card after an hour if it is a second payment, booked and mailed', async () => {
    const before = await balance('gateway:sandbox');
    const order = await payTwice();
    const receipt = await receiptOf(order);
    expect(receipt).toMatchObject({ attention: 'double', isOpen: true, suspended: order.total_price });
    await app.travel(55 * MINUTE);
    expect(await movements(receipt)).toEqual([]);
    expect((await auditShop(app.db, now())).attention.join('\n')).toMatch(
      new RegExp(`already paid, order ${order.code}, goes back to the card at 20`),
    );
    await app.travel(10 * MINUTE);
    expect(await movements(receipt)).toEqual(['done']);
    expect(calls).toEqual([`${order.code}-B${receipt.id}-M1`]);
    expect(await receiptOf(order)).toMatchObject({ isOpen: false, returnAt: null, suspended: 0 });
    expect(await balance('gateway:sandbox')).toBe(before);
    expect(await orderNow(app, mila, order.code)).toMatchObject({
      payment_status: 'paid',
      money_back: [{ amount: order.total_price, why: 'double' }],
    });
    const [mail, ...more] = await mailsOf(order);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('€76.00 is on its way back to your card');
    expect(words(mail)).toContain('Your second payment of €76.00 is on its way back to your card.');
  });

  test('goes back only as far as it is too much', async () => {
    const { order, url } = await place(app, mila, ['saturday']);
    await transfer(order, order.total_price - 600);
    await pressAt(app, url!, 'paid');
    await app.settle();
    const receipt = await receiptOf(order);
    expect(receipt).toMatchObject({ attention: 'over', suspended: order.total_price - 600 });
    await app.travel(61 * MINUTE);
    expect(await receiptOf(order)).toMatchObject({ isOpen: false, suspended: 0 });
    expect(await orderNow(app, mila, order.code)).toMatchObject({ payment_status: 'paid' });
    expect(words((await mailsOf(order))[0])).toContain('The extra €70.00 is on its way back to your card.');
  });

  test('of a late payment goes back, after which its order is cancelled again', async () => {
    const { order, url } = await place(app, mila, ['sandlark-pass']);
    await app.db.run(`update payment_attempts set status = 'expired' where reference like $1`, [`${order.code}-%`]);
    await app.db.run('update orders set pay_by = $2 where code = $1', [order.code, now()]);
    await app.travel(MINUTE);
    expect(await orderNow(app, mila, order.code)).toMatchObject({ payment_status: 'abandoned' });
    await app.db.run(
      `update shop_items set capacity = sold, capacity_wanted = sold where external_code = 'sandlark-pass'`,
    );
    await pressAt(app, url!, 'paid');
    await app.settle();
    const receipt = await receiptOf(order);
    expect(receipt).toMatchObject({ attention: 'late', isOpen: true });
    expect(await orderNow(app, mila, order.code)).toMatchObject({ payment_status: 'problem' });
    await app.travel(61 * MINUTE);
    expect(await movements(receipt)).toEqual(['done']);
    expect(await orderNow(app, mila, order.code)).toMatchObject({
      payment_status: 'cancelled',
      money_back: [{ amount: order.total_price, why: 'late' }],
    });
    await app.travel(15 * DAY);
    expect(await orderNow(app, mila, order.code)).toMatchObject({ money_back: [] });
    expect(words((await mailsOf(order))[0])).toContain('arrived after the order had ended');
  });

  test('stays listed and is not sent while a person keeps it, until somebody returns it', async () => {
    const order = await payTwice();
    const receipt = await receiptOf(order);
    const keep = () => keepReceipt({ db: app.db }, { receiptId: receipt.id, reason: 'is a gift', actor }, now());
    expect((await keep()).ok).toBe(true);
    expect(await keep()).toEqual({ ok: false, error: { kind: 'stays_anyway' } });
    await app.travel(DAY);
    expect(await movements(receipt)).toEqual([]);
    expect(await listed(receipt)).toMatchObject({ returnAt: null, suspended: order.total_price });
    const audited = await app.db.row(`select details from audit_log where action = 'payment.kept' and subject = $1`, [
      order.code,
    ]);
    expect(audited).toMatchObject({ details: { receipt: receipt.id, reason: 'is a gift' } });
    expect(await sendBack(parts, { receiptId: receipt.id, actor }, now())).toMatchObject({
      ok: true,
      value: { amount: order.total_price, gateway: 'sandbox' },
    });
    await app.settle();
    expect(await receiptOf(order)).toMatchObject({ isOpen: false, suspended: 0 });
  });

  test('is not returned once it is assigned to another order', async () => {
    const order = await payTwice();
    const receipt = await receiptOf(order);
    const other = (await place(app, mila, ['saturday'])).order;
    const wanted = { receiptId: receipt.id, words: other.code, actor };
    expect((await assignReceipt(operator.transfers, wanted, now())).ok).toBe(true);
    await app.travel(DAY);
    expect(await movements(receipt)).toEqual([]);
    expect(await orderNow(app, mila, other.code)).toMatchObject({ payment_status: 'paid' });
  });

  test('cannot be kept, assigned, settled or sent again while it is on its way back', async () => {
    const order = await payTwice();
    const { id: receiptId } = await receiptOf(order);
    answers.set(order.code, { status: 'pending' });
    expect((await sendBack(parts, { receiptId, actor }, now())).ok).toBe(true);
    await app.settle();
    expect((await listed({ id: receiptId }))!.returnStatus).toBe('pending');
    const other = (await place(app, mila, ['saturday'])).order;
    const tried = [
      await keepReceipt({ db: app.db }, { receiptId, reason: 'x', actor }, now()),
      await assignReceipt(operator.transfers, { receiptId, words: other.code, actor }, now()),
      await settleReceipt(operator.transfers, { receiptId, note: 'x', isReturned: true, actor }, now()),
      await sendBack(parts, { receiptId, actor }, now()),
    ];
    expect(tried.map((answer) => (answer.ok ? 'done' : answer.error.kind))).toEqual([
      'on_its_way_back',
      'on_its_way_back',
      'on_its_way_back',
      'on_its_way',
    ]);
    await app.travel(5 * MINUTE);
    expect(await receiptOf(order)).toMatchObject({ isOpen: false, suspended: 0 });
  });

  test('is either sent back or kept when somebody keeps or assigns it at the same time', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const order = await payTwice();
      const { id: receiptId } = await receiptOf(order);
      const other = (await place(app, mila, ['saturday'])).order;
      const at = new Date(now().getTime() + 2 * HOUR);
      const work = returnStrayMoney({
        refunds: parts,
        gateways: app.gateways,
        onError: (error) => expect(error).toBeNull(),
      });
      const request = () =>
        round % 2 === 0
          ? keepReceipt({ db: app.db }, { receiptId, reason: 'x', actor }, at)
          : assignReceipt(operator.transfers, { receiptId, words: other.code, actor }, at);
      const [, , requested] = await Promise.all([work.run(at), work.run(at), request(), work.run(at)]);
      const sent = await movements({ id: receiptId });
      expect([requested.ok, ...sent]).toEqual(requested.ok ? [true] : [false, 'pending']);
      outcomes.add(String(requested.ok));
    }
    await app.travel(5 * MINUTE);
    expect(outcomes.size).toBeGreaterThan(0);
  });

  test('is requested back again after a lost answer with the same key, and goes back once', async () => {
    const order = await payTwice();
    answers.set(order.code, 'lost');
    await app.travel(61 * MINUTE);
    await app.travel(10 * MINUTE);
    const receipt = await receiptOf(order);
    expect(await movements(receipt)).toEqual(['done']);
    expect(new Set(calls)).toEqual(new Set([`${order.code}-B${receipt.id}-M1`]));
    const made = await app.db.row<{ count: number }>(
      'select count(*) as count from sandbox_refunds where key like $1',
      [`${order.code}-B%`],
    );
    expect(made!.count).toBe(1);
    expect(await mailsOf(order)).toHaveLength(1);
  });

  test('is listed with the gateway’s reason if the gateway refuses, and can be sent again', async () => {
    const order = await payTwice();
    const receipt = await receiptOf(order);
    answers.set(order.code, { status: 'failed', reason: 'the card is closed' });
    await app.travel(61 * MINUTE);
    expect(await listed(receipt)).toMatchObject({ returnStatus: 'failed', suspended: order.total_price });
    expect((await auditShop(app.db, now())).attention.join('\n')).toContain(
      'could not be sent back: the card is closed',
    );
    expect(await mailsOf(order)).toEqual([]);
    await app.travel(DAY);
    expect(calls.filter((key) => key.startsWith(order.code))).toHaveLength(1);
    expect((await sendBack(parts, { receiptId: receipt.id, actor }, now())).ok).toBe(true);
    await app.settle();
    expect(await movements(receipt)).toEqual(['replaced', 'done']);
    const own = calls.filter((key) => key.startsWith(order.code));
    expect(own).toEqual([`${order.code}-B${receipt.id}-M1`, `${order.code}-B${receipt.id}-M2`]);
    expect(await receiptOf(order)).toMatchObject({ isOpen: false, suspended: 0 });
  });

  test('is in suspense and listed again if it is returned after it was sent', async () => {
    const order = await payTwice();
    await app.travel(61 * MINUTE);
    const receipt = await receiptOf(order);
    expect(receipt.isOpen).toBe(false);
    const { id } = (await app.db.row<{ id: string }>('select id from sandbox_refunds where key like $1', [
      `${order.code}-B%`,
    ]))!;
    await endRefund(app.db, id, { status: 'failed', reason: 'the account is closed' }, now());
    await app.travel(10 * MINUTE);
    expect(await movements(receipt)).toEqual(['failed']);
    expect(await listed(receipt)).toMatchObject({
      suspended: order.total_price,
      returnReason: 'the account is closed',
    });
  });

  test.each([
    ['nothing', 'no'],
    ['a payment only once', 'once'],
  ] as const)('is left to a person as far as a gateway that refunds %s cannot send it back', async (_, ability) => {
    const order = await payTwice();
    const { id: receiptId } = await receiptOf(order);
    can.refund = ability;
    if (ability === 'once') answers.set(order.code, { status: 'failed', reason: 'refused' });
    await app.travel(61 * MINUTE);
    expect(await movements({ id: receiptId })).toEqual(ability === 'once' ? ['failed'] : []);
    expect(await sendBack(parts, { receiptId, actor }, now())).toEqual({
      ok: false,
      error: { kind: 'gateway_cannot', gateway: 'sandbox' },
    });
    expect(await listed({ id: receiptId })).toMatchObject({ returnAt: null });
  });

  test('a disputed payment, a transfer, and money that counts are not sent back', async () => {
    const order = await payTwice();
    const { id: receiptId } = await receiptOf(order);
    await app.db.run(
      `insert into disputes (gateway, dispute_id, transaction, receipt_id, state, amount, currency, reason, opened_at, changed_at)
       select source, 'dp_stray', transaction, id, 'open', amount, currency, '', $2, $2 from receipts where id = $1`,
      [receiptId, now()],
    );
    await app.travel(61 * MINUTE);
    expect(await movements({ id: receiptId })).toEqual([]);
    expect(await listed({ id: receiptId })).toMatchObject({ returnAt: null });
    const outcomeOf = async (id: number) => {
      const sent = await sendBack(parts, { receiptId: id, actor }, now());
      return sent.ok ? 'sent' : sent.error.kind;
    };
    expect(await outcomeOf(receiptId)).toBe('disputed');
    await app.db.run(`update disputes set state = 'won' where dispute_id = 'dp_stray'`);

    const counted = await receiptOf(await purchase(app, mila, ['saturday']));
    expect(await outcomeOf(counted.id)).toBe('not_waiting');
    const paid = (await place(app, mila, ['saturday'])).order;
    await transfer(paid, paid.total_price + 100);
    const bank = (await openReceipts(app.db, 1_000)).find(({ source }) => source === 'bank')!;
    expect(bank.returnAt).toBeNull();
    expect(await outcomeOf(bank.id)).toBe('not_by_card');
    expect(await outcomeOf(999_999)).toBe('unknown_receipt');
  });

  test('counts as a loss if it is disputed after it was sent back, until the dispute is won', async () => {
    const order = await payTwice();
    await app.travel(61 * MINUTE);
    const { id: receiptId } = await receiptOf(order);
    expect(await movements({ id: receiptId })).toEqual(['done']);
    const before = { gateway: await balance('gateway:sandbox'), losses: await balance('losses') };
    const report = async (state: 'open' | 'money_taken' | 'won') => {
      const { transaction } = (await app.db.row<{ transaction: string }>(
        'select transaction from receipts where id = $1',
        [receiptId],
      ))!;
      const fact = {
        ...({ about: 'dispute', id: 'dp_sent_back', state, transaction, reason: '' } as const),
        ...{ amount: order.total_price, currency: 'EUR', answerBy: '2026-12-01T12:00:00.000Z' },
      };
      const disputeParts = { db: app.db, money: operator.parts.money, currency: async () => 'EUR', takeBackRequests };
      await applyDispute(disputeParts, 'sandbox', fact, now());
      return {
        gateway: (await balance('gateway:sandbox')) - before.gateway,
        losses: (await balance('losses')) - before.losses,
        status: (await orderNow(app, mila, order.code)).payment_status,
      };
    };
    expect(await report('open')).toEqual({ gateway: 0, losses: 0, status: 'paid' });
    expect((await auditShop(app.db, now())).attention.join('\n')).toContain(
      `order ${order.code}, €76.00 of it has been refunded to the card: submit proof of that refund`,
    );
    const lost = { gateway: -order.total_price, losses: order.total_price, status: 'paid' };
    expect(await report('money_taken')).toEqual(lost);
    expect(await report('money_taken')).toEqual(lost);
    expect(await report('won')).toEqual({ gateway: 0, losses: 0, status: 'paid' });
  });
});
