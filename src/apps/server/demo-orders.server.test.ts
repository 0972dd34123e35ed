import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Order, order as orderShape } from '#features/orders/contract.ts';
import { ORDER_CODE_CHARACTERS } from '#features/orders/domain/order-code.ts';
import { type Refund, refund as refundShape } from '#features/refunds/contract.ts';
import { givenDatabase } from '../../../test/support/database.ts';
import { processorTime } from '../../../test/support/processor-time.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';
import { auditShop } from './audit-shop.ts';
import { makeDemoOrders } from './demo-orders.ts';
import { loadFirstShop } from './first-shop.ts';

let app: ShopApp;
let orders: Order[];
let refunds: Refund[];
let tookMs: number;

beforeAll(async () => {
  app = await givenShopApp();
  tookMs = await processorTime(() => makeDemoOrders(app, app.clock.now()));
  const { body } = await app.call('get-data', { token: await app.login() });
  ({ orders, refunds } = body.data);
});
afterAll(() => app.close());

const order = (suffix: string): Order => orders.find(({ code }) => code === `SLK-${suffix}`)!;
const statuses = ({ payments }: Order) => payments.map((payment) => payment.payment_status);

test('the customer has the nine orders, and the audit finds no difference', async () => {
  expect(orders.map(({ code }) => code).sort()).toEqual(
    ['2H9CRW', '3B8TKN', '4X7VPD', '5F2WHJ', '5T9PME', '6J3YQA', '7Q4MXD', '8R6NUC', '9K4DTE'].map(
      (suffix) => `SLK-${suffix}`,
    ),
  );
  // A bank statement recognises an order's code by its length.
  for (const { code } of orders) expect(code).toMatch(new RegExp(`^SLK-.{${ORDER_CODE_CHARACTERS}}$`));
  for (const one of orders) expect(orderShape.strict().parse(one)).toEqual(one);
  for (const one of refunds) expect(refundShape.strict().parse(one)).toEqual(one);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
});

test('making the demo orders takes less than ten seconds', () => {
  expect(tookMs).toBeLessThan(10_000);
});

test('making the demo orders again changes nothing, even by two processes at once', async () => {
  await Promise.all([makeDemoOrders(app, app.clock.now()), makeDemoOrders(app, app.clock.now())]);
  expect(await app.db.row('select count(*) as count from orders')).toEqual({ count: 9 });
});

describe('the demo orders show', () => {
  test('a paid transfer with a coach that was just changed, a requested refund, shipping and an invoice', () => {
    const paid = order('2H9CRW');
    expect(paid).toMatchObject({
      payment_method: 'bank_transfer',
      payment_status: 'paid',
      has_invoice: true,
      has_active_refunds: true,
      shipping_amount: 650,
    });
    expect(paid.tickets.map(({ type, recently_edited }) => [type, recently_edited])).toEqual([
      ['ticket', false],
      ['transport', true],
    ]);
    expect(paid.merchandisePurchases).toMatchObject([{ status: 'refund' }]);
  });

  test('a plan whose second payment is due', () => {
    const plan = order('7Q4MXD');
    expect(plan).toMatchObject({ has_payment_plan: true, payment_status: 'partial' });
    expect(statuses(plan)).toEqual(['paid', 'pending', 'pending', 'pending']);
    expect(plan.payments.map(({ due, overdue }) => [due, overdue])).toEqual([
      [false, false],
      [true, false],
      [false, false],
      [false, false],
    ]);
    expect(plan.tickets).toMatchObject([{ pending: true }]);
  });

  test('a plan with a payment overdue at its third attempt, and one with a problem at its fifth', () => {
    const plan = order('9K4DTE');
    expect(plan.payment_status).toBe('partial');
    expect(statuses(plan)).toEqual(['paid', 'pending', 'problem', 'pending']);
    expect(plan.payments.map(({ attempt }) => attempt)).toEqual([1, 3, 5, 0]);
    expect(plan.payments[1]).toMatchObject({ overdue: true });
    expect(plan.payments[3]).toMatchObject({ due: false });
  });

  test('a transfer that is awaited, open terms, a cancelled and an abandoned order, and one paid by its voucher', () => {
    expect(order('3B8TKN')).toMatchObject({ payment_status: 'pending', payment_method: 'bank_transfer' });
    expect(order('5F2WHJ')).toMatchObject({ payment_status: 'paid', accepted_ts_and_cs: false, staff: 'Phone' });
    expect(order('8R6NUC')).toMatchObject({ payment_status: 'cancelled' });
    expect(order('5T9PME')).toMatchObject({ payment_status: 'abandoned' });
    expect(order('6J3YQA')).toMatchObject({ payment_status: 'paid', payment_method: 'voucher', total_price: 0 });
  });

  test('a discount, and refunds that are requested, started and done', () => {
    expect(order('4X7VPD')).toMatchObject({ discount_amount: 2_000, discount_name: 'Lark 20', payment_status: 'paid' });
    expect(refunds.map(({ id, status }) => [id, status])).toEqual([
      ['SLK-4X7VPD-R3', 'active'],
      ['SLK-2H9CRW-R1', 'active'],
      ['SLK-4X7VPD-R2', 'processing'],
      ['SLK-4X7VPD-R1', 'processed'],
    ]);
  });

  test('only dates in the past, and mails that have all been sent', async () => {
    for (const { created_at } of orders) expect(Date.parse(created_at)).toBeLessThan(app.clock.now().getTime());
    const mails = await app.db.rows<{ kind: string; status: string; sent_at: Date }>(
      'select kind, status, sent_at from mails order by id',
    );
    expect(mails.length).toBeGreaterThan(25);
    expect(new Set(mails.map(({ status }) => status))).toEqual(new Set(['sent']));
    expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['terms-to-accept', 'order-abandoned']));
    // Mails were sent in chronological order.
    const sent = mails.map(({ sent_at }) => sent_at.getTime());
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
  });
});

test('the first start makes the demo orders if configured, and a second start leaves them alone', async () => {
  const { db, drop } = await givenDatabase();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-demo-orders-'));
  const ordersAfterStart = async () => {
    const config = { ...app.config, dataDir, demoOrders: true, shopFolder: path.resolve('demo') };
    await loadFirstShop(config, db, app.clock.now());
    return (await db.rows<{ code: string }>('select code from orders order by id')).map(({ code }) => code);
  };
  try {
    const first = await ordersAfterStart();
    expect(first).toHaveLength(9);
    expect(await ordersAfterStart()).toEqual(first);
  } finally {
    await drop();
    fs.rmSync(dataDir, { recursive: true });
  }
});
