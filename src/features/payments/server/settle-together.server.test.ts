import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Db } from '#platform/db/db.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { accountOf, order, orderNow } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import { attemptOfGateway } from './attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { createSettleAttempt, type SettleAttempt } from './settle-attempt.ts';

const MINUTE = 60_000;

let app: ShopApp;
let token: string;
let settle: SettleAttempt;
let transactions: number;
let buyers = 0;
beforeAll(async () => {
  app = await givenShopApp();
  const db: Db = {
    ...app.db,
    transaction(...given) {
      transactions += 1;
      return app.db.transaction(...given);
    },
  };
  settle = createSettleAttempt({ db, money: operatorOf(app).parts.money });
});
afterAll(async () => {
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  buyers += 1;
  token = await accountOf(app, `buyer-${buyers}@example.org`, 'Some Buyer');
  transactions = 0;
});

const placed = async (): Promise<Order> => (await order(app, token, ['saturday'])).order;
const several = async (count: number): Promise<Order[]> => {
  const orders = [];
  while (orders.length < count) orders.push(await placed());
  return orders;
};

const paid = ({ code, total_price: amount }: Order, changed: Partial<StatusUpdate> = {}): StatusUpdate =>
  ({ status: 'paid', transaction: `tx-${code}`, amount, currency: 'EUR', ...changed }) as StatusUpdate;

const report = async (of: Order, update: StatusUpdate = paid(of)): Promise<void> => {
  const attempt = await attemptOfGateway(app.db, 'sandbox', { reference: `${of.payments[0]!.reference}-1` });
  await settle(attempt!, update, app.clock.now());
};

/** The others arrive while the first is being settled, so they are settled together. */
const reportTogether = async (updates: readonly (readonly [Order, StatusUpdate])[]) => {
  const attempts = await Promise.all(
    updates.map(([{ payments }]) => attemptOfGateway(app.db, 'sandbox', { reference: `${payments[0]!.reference}-1` })),
  );
  return await Promise.allSettled(
    updates.map(([, update], index) => settle(attempts[index]!, update, app.clock.now())),
  );
};

const statusOf = async ({ code }: Order) => (await orderNow(app, token, code)).payment_status;
const factsOf = ({ code }: Order) =>
  app.db.row(
    `select o.total_paid as paid,
       (select count(*) from receipts where order_id = o.id) as receipts,
       (select count(*) from tickets where order_id = o.id and status = 'active') as tickets,
       (select count(*) from invoices where order_id = o.id) as invoices,
       (select count(*) from mails where order_id = o.id and kind = 'payment-received') as mails
     from orders o where code = $1`,
    [code],
  );
const once = ({ total_price: paid }: Order) => ({ paid, receipts: 1, tickets: 1, invoices: 1, mails: 1 });

test('reports settled together have their own outcomes, and invoices follow their order', async () => {
  const [first, good, wrong, foreign, declined, waiting, last] = (await several(7)) as [
    Order,
    Order,
    Order,
    Order,
    Order,
    Order,
    Order,
  ];
  await reportTogether([
    [first, paid(first)],
    [good, paid(good)],
    [wrong, paid(wrong, { amount: 1 })],
    [foreign, paid(foreign, { currency: 'USD' })],
    [declined, { status: 'declined' }],
    [waiting, { status: 'processing' }],
    [last, paid(last)],
  ]);
  expect(transactions).toBe(2);
  expect(await Promise.all([first, good, wrong, foreign, declined, waiting, last].map(statusOf))).toEqual([
    'paid',
    'paid',
    'problem',
    'problem',
    'pending',
    'processing',
    'paid',
  ]);
  for (const one of [first, good, last]) expect(await factsOf(one)).toEqual(once(one));
  const numbers = await app.db.rows<{ code: string; number: number }>(
    `select o.code, d.number from invoices d join orders o on o.id = d.order_id where o.code = any($1) order by number`,
    [[first.code, good.code, last.code]],
  );
  expect(numbers.map(({ code }) => code)).toEqual([first.code, good.code, last.code]);
  const [lowest] = numbers;
  expect(numbers.map(({ number }) => number - lowest!.number)).toEqual([0, 1, 2]);
});

test('a fault in one report of a batch fails only that report; the others are settled once', async () => {
  const orders = await several(4);
  const broken = orders[2]!;
  await app.db.run(`alter table receipts add constraint no_fault check (transaction <> 'fault')`);
  try {
    const answers = await reportTogether(
      orders.map((one) => [one, paid(one, one === broken ? { transaction: 'fault' } : {})] as const),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  } finally {
    await app.db.run('alter table receipts drop constraint no_fault');
  }
  for (const one of orders) {
    expect(await factsOf(one)).toEqual(
      one === broken ? { paid: 0, receipts: 0, tickets: 0, invoices: 0, mails: 0 } : once(one),
    );
  }
  await report(broken, paid(broken, { transaction: 'fault' }));
  expect(await factsOf(broken)).toEqual(once(broken));
});

test('in reports about one order, a repeated movement counts once, and another is a second payment', async () => {
  const [first, twice, other] = (await several(3)) as [Order, Order, Order];
  await reportTogether([
    [first, paid(first)],
    [twice, paid(twice)],
    [twice, paid(twice)],
    [other, paid(other)],
    [twice, paid(twice, { transaction: `again-${twice.code}` })],
    [other, { status: 'declined' }],
  ]);
  expect(await factsOf(other)).toEqual(once(other));
  expect(await factsOf(twice)).toEqual({ ...once(twice), receipts: 2 });
  const waiting = await app.db.rows(
    `select attention from receipts where order_id = (select id from orders where code = $1) order by id`,
    [twice.code],
  );
  expect(waiting).toEqual([{ attention: null }, { attention: 'double' }]);
});

test('a movement that is reported for two orders at once is booked for one of them', async () => {
  const orders = await several(3);
  await reportTogether(
    orders.map((one, index) => [one, paid(one, index > 0 ? { transaction: 'shared' } : {})] as const),
  );
  expect(await Promise.all(orders.map(statusOf))).toEqual(['paid', 'paid', 'problem']);
  const shared = await app.db.rows(`select attention from receipts where transaction = 'shared'`);
  expect(shared).toEqual([{ attention: 'contradicted' }]);
});

test('late money among the reports revives its order, and the others are settled too', async () => {
  const ended = await several(2);
  await app.travel(60 * MINUTE);
  expect(await Promise.all(ended.map(statusOf))).toEqual(['abandoned', 'abandoned']);
  const fresh = await several(2);
  await reportTogether([fresh[0]!, ...ended, fresh[1]!].map((one) => [one, paid(one)] as const));
  for (const one of [...ended, ...fresh]) expect(await factsOf(one)).toEqual(once(one));
});
