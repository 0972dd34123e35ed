import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { refundFacts } from '#apps/server/refund-facts.ts';
import { assignReceipt, settleProblem, settleReceipt } from '#features/desk/server/public.ts';
import { applyDispute } from '#features/disputes/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { attemptOfGateway } from '#features/payments/server/attempt-store.ts';
import { openReceipts } from '#features/payments/server/public.ts';
import { createRefund, startRefund, takeBackRequests } from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { randomFrom } from './model/seeded-random.ts';
import { operatorOf } from './support/operator.ts';
import { order as place } from './support/purchase.ts';
import { rounds, seed } from './support/rounds.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

/* A provider's people, a bank and the shop's staff act on the same payments independently: refunds on
   the provider's page that fail later, disputes, repeated messages, money booked as sent back by hand, assignments,
   refunds. */

const WALKS = 6 * rounds;
const LENGTH = 14;
const actor = commandLine('tester');

let app: ShopApp;
let mila: string;
beforeAll(async () => {
  app = await givenShopApp();
  await app.db.run('update shop_items set capacity = 100000, capacity_wanted = 100000 where capacity is not null');
  mila = await app.login();
});
afterAll(() => app.close());

type DisputeState = 'open' | 'money_taken' | 'won' | 'lost';

/** A payment as the provider knows it. */
interface Payment {
  readonly transaction: string;
  readonly amount: number;
  readonly refunds: { readonly id: string; readonly amount: number; isDone: boolean }[];
  dispute: DisputeState | null;
}

const NEXT: Readonly<Record<DisputeState | 'none', readonly DisputeState[]>> = {
  none: ['open', 'money_taken', 'lost'],
  open: ['money_taken', 'won'],
  money_taken: ['won', 'lost'],
  won: ['lost'],
  lost: ['won'],
};
const isTaken = (state: DisputeState | null) => state === 'money_taken' || state === 'lost';
const heldOf = ({ amount, refunds, dispute }: Payment) =>
  amount - refunds.reduce((all, one) => all + (one.isDone ? one.amount : 0), 0) - (isTaken(dispute) ? amount : 0);

/** Returns the ledger's balance at the gateway, as if what only a person has booked as sent back were still there. */
const held = async () =>
  (await app.db.row<{ sum: number }>(
    `select coalesce(sum(e.amount), 0)::bigint as sum
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where e.account = 'gateway:sandbox' and not (t.kind = 'returned' and t.movement is null)`,
  ))!.sum;

test(`whatever provider and staff do, the ledger’s balance at the gateway is right (seed ${seed})`, {
  timeout: rounds * 120_000,
}, async () => {
  for (let walk = 0; walk < WALKS; walk += 1) await walkOnce(`${seed}-${walk}`);
});

async function walkOnce(name: string): Promise<void> {
  const random = randomFrom(name);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const { parts, orders: operator, transfers } = operatorOf(app);
  const now = () => app.clock.now();
  const refunding = { ...parts.refunds, gateways: app.gateways };
  const applyRefund = refundFacts(refunding, parts.money, async () => 'EUR');
  const disputing = { db: app.db, money: parts.money, currency: async () => 'EUR', takeBackRequests };

  const before = await held();
  const orders: Order[] = [];
  for (const item of [oneOf(['sandlark-pass-plan', 'saturday']), 'saturday']) {
    orders.push((await place(app, mila, [item])).order);
  }
  const payments: Payment[] = [];
  const repeatable: (() => Promise<unknown>)[] = [];
  const did: string[] = [];
  let ids = 0;
  const newId = (kind: string) => {
    ids += 1;
    return `${kind}-${name}-${ids}`;
  };
  const waiting = async () =>
    (await openReceipts(app.db, 1_000)).filter(({ orderCode: code }) => orders.some((order) => order.code === code));
  const deliver = async (message: () => Promise<unknown>) => {
    repeatable.push(message);
    await message();
  };

  const steps = {
    async pay() {
      const order = oneOf(orders);
      const attempt = (await attemptOfGateway(app.db, 'sandbox', { reference: `${order.payments[0]!.reference}-1` }))!;
      const amount = attempt.amount + (random() < 0.2 ? 500 : 0);
      const payment: Payment = { transaction: newId('tx'), amount, refunds: [], dispute: null };
      payments.push(payment);
      const update = { status: 'paid', transaction: payment.transaction, amount, currency: 'EUR' } as const;
      await deliver(() => parts.settle(attempt, update, now()));
    },
    async refundAtProvider() {
      const payment = oneOf(payments);
      const most = heldOf(payment);
      if (most <= 0) return;
      const refund = { id: newId('re'), amount: oneOf([most, Math.ceil(most * random())]), isDone: true };
      payment.refunds.push(refund);
      await deliver(() => report(payment, refund));
    },
    async failAtProvider() {
      const payment = oneOf(payments);
      const done = payment.refunds.filter(({ isDone }) => isDone);
      if (done.length === 0) return;
      const refund = oneOf(done);
      refund.isDone = false;
      await report(payment, refund);
    },
    async dispute() {
      const payment = oneOf(payments);
      const state = oneOf(NEXT[payment.dispute ?? 'none']);
      payment.dispute = state;
      const { transaction, amount } = payment;
      const fact = { about: 'dispute', id: `dp-${transaction}`, transaction, state, amount, currency: 'EUR' } as const;
      const known = { ...fact, answerBy: null, reason: 'fraudulent' };
      // After an appeal, an older message cannot be distinguished from a newer one.
      await deliver(async () => {
        if (payment.dispute === state) await applyDispute(disputing, 'sandbox', known, now());
      });
    },
    async repeat() {
      await oneOf(repeatable)();
    },
    async settleMoney() {
      const receipts = await waiting();
      if (receipts.length === 0) return;
      const request = { receiptId: oneOf(receipts).id, note: 'Done.', isReturned: random() < 0.7, actor };
      await settleReceipt({ db: app.db, currency: 'EUR' }, request, now());
    },
    async assign() {
      const receipts = await waiting();
      if (receipts.length === 0) return;
      await assignReceipt(transfers, { receiptId: oneOf(receipts).id, words: oneOf(orders).code, actor }, now());
    },
    async settleOrder() {
      const to = oneOf(['paid', 'partial', 'cancelled'] as const);
      await settleProblem(operator, { code: oneOf(orders).code, to, reason: '', actor }, now());
    },
    async refundByBank() {
      const request = { orderCode: oneOf(orders).code, codes: [], fees: 'kept', shipping: null, amount: null } as const;
      const made = await createRefund(refunding, { ...request, reason: 'Rain.', actor, to: 'bank' }, now());
      if (made.ok) await startRefund(refunding, { code: made.value.code, actor }, now());
    },
  };
  const report = ({ transaction }: Payment, { id, amount, isDone }: Payment['refunds'][number]) => {
    const update = isDone ? ({ status: 'done' } as const) : ({ status: 'failed', reason: 'account closed' } as const);
    return applyRefund('sandbox', { id, key: null, transaction, amount, currency: 'EUR', update }, now());
  };

  await steps.pay();
  const kinds = Object.keys(steps) as (keyof typeof steps)[];
  for (let step = 0; step < LENGTH; step += 1) {
    const kind = oneOf(kinds);
    did.push(kind);
    await steps[kind]();
    const atProvider = payments.reduce((all, payment) => all + heldOf(payment), 0);
    expect((await held()) - before, `${name}: ${did.join(', ')}`).toBe(atProvider);
  }
  expect((await auditShop(app.db, now())).findings, `${name}: ${did.join(', ')}`).toEqual([]);
}
