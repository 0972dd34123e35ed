import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder, purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let finance: OfficePerson;
let paid: Order;
let waiting: Order;

interface List {
  rows: {
    code: string;
    created_at: string;
    total: number;
    refunded: number;
    items: { name: string; count: number }[];
    is_overdue: boolean;
    are_terms_open: boolean;
    due_at: string | null;
  }[];
  next: string | null;
  count: number;
  total: number;
  paid: number;
}

const list = (filter: object = {}, after: string | null = null, sort: string | null = null): Promise<List> =>
  finance.browser.done('orders-list', { filter, after, sort });
type Row = List['rows'][number];
const codes = async (filter: object) => (await list(filter)).rows.map(({ code }) => code);

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  paid = await purchase(app, mila, ['sandlark-pass']);
  waiting = (await placeOrder(app, mila, ['saturday', 'coach-brussels'], null, 'bank_transfer')).order;
  await app.settle();
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
});
afterAll(() => app.close());

describe('the list of orders', () => {
  test('lists the orders of one account by its id, in every state, with the buyer’s name', async () => {
    const { id } = (await app.db.row<{ id: number }>('select customer_id as id from orders order by id limit 1'))!;
    const mine = await app.db.rows<{ code: string }>('select code from orders where customer_id = $1', [id]);
    const shown = (await list({ customer: id })) as List & { customer: string | null };
    expect(shown.rows.map(({ code }) => code).toSorted()).toEqual(mine.map(({ code }) => code).toSorted());
    expect(shown.customer).toBe('Mila Okonkwo');
    expect(await list({ customer: 999_999 })).toMatchObject({ rows: [], customer: null });
  });

  test('is sorted newest first, with each order’s items and the sums of all matching orders', async () => {
    const all = await list();
    expect(all.rows.map(({ code }) => code)).toEqual([waiting.code, paid.code]);
    expect(all.rows[0]!.items.map(({ count }) => count)).toEqual([1, 1]);
    expect(all).toMatchObject({
      count: 2,
      next: null,
      total: paid.total_price + waiting.total_price,
      paid: paid.total_price,
    });
  });

  test('says when an order that waits for a transfer is due', async () => {
    const due = async () => (await list()).rows.map(({ due_at: dueAt }) => dueAt);
    expect(await due()).toEqual([waiting.payments[0]!.due_at, null]);
    // A card order is due at once.
    const setMethod = (method: string) =>
      app.db.run('update orders set payment_method = $1 where code = $2', [method, waiting.code]);
    await setMethod('credit_card');
    expect(await due()).toEqual([null, null]);
    await setMethod('bank_transfer');
  });

  test('has a view of the orders that wait for money', async () => {
    expect(await codes({ view: 'waiting' })).toEqual([waiting.code]);
    expect(await codes({ view: 'problem' })).toEqual([]);
  });

  test('has a view of orders with a payment problem, even if only one of their payments has it', async () => {
    const setStatus = (status: string) =>
      app.db.run('update payments set status = $1 where order_id = (select id from orders where code = $2)', [
        status,
        waiting.code,
      ]);
    await setStatus('problem');
    expect(await codes({ view: 'problem' })).toEqual([waiting.code]);
    await setStatus('pending');
    expect(await codes({ view: 'problem' })).toEqual([]);
  });

  test('is filtered by state, payment method, item, day and text, all combined', async () => {
    expect(await codes({ status: 'paid' })).toEqual([paid.code]);
    expect(await codes({ method: 'bank_transfer' })).toEqual([waiting.code]);
    expect(await codes({ item: 'sandlark-pass' })).toEqual([paid.code]);
    expect(await codes({ item: 'nothing' })).toEqual([]);
    const later = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect(await codes({ from: later })).toEqual([]);
    expect(await codes({ until: later, status: 'pending', text: waiting.code.toLowerCase() })).toEqual([waiting.code]);
    expect(await codes({ text: 'nobody at all' })).toEqual([]);
    expect(await codes({ text: '-' })).toEqual([]);
  });

  test('finds by text even orders that the views leave out', async () => {
    await app.db.run(
      `update orders set payment_status = 'abandoned', stock_released = true, pay_by = null where code = $1`,
      [waiting.code],
    );
    expect(await codes({})).toEqual([paid.code]);
    expect(await codes({ text: waiting.code })).toEqual([waiting.code]);
    await app.db.run(`update orders set payment_status = 'pending', stock_released = false where code = $1`, [
      waiting.code,
    ]);
  });

  test('marks orders whose terms are not accepted yet', async () => {
    await app.db.run('update orders set terms_version_id = null, terms_accepted_at = null where code = $1', [
      paid.code,
    ]);
    const open = await list({ view: 'terms_open' });
    expect(open.rows).toMatchObject([{ code: paid.code, are_terms_open: true, is_overdue: false }]);
  });

  test('continues after the last order of a page, even between orders placed at the same time', async () => {
    await app.db.run(
      `insert into orders (code, checksum, customer_id, channel, created_at, payment_method, payment_status, items_total,
         total_price, customer_name, customer_email, billing_country, billing_address)
       select 'SLK-COPY' || n, 'copy' || n, customer_id, channel, created_at, payment_method, payment_status, items_total,
         total_price - shipping_amount + discount_amount, customer_name, customer_email, billing_country, billing_address
       from orders, generate_series(1, 120) as n where code = $1 and shipping_amount = 0 and discount_amount = 0`,
      [waiting.code],
    );
    const seen = await allRows(null);
    expect(seen.length).toBe(122);
    expect(new Set(seen.map(({ code }) => code)).size).toBe(122);
  });

  test('is sorted by day or total in both directions, and loses no orders between pages', async () => {
    await app.db.run(`update orders set total_price = total_price + 100, items_total = items_total + 100
      where code like 'SLK-COPY%0'`);
    const rising = (values: readonly number[]) => values.toSorted((one, other) => one - other);
    for (const [sort, keyOf] of [
      ['placed', ({ created_at: at }: Row) => Date.parse(at)],
      ['total', ({ total }: Row) => total],
    ] as const) {
      const [up, down] = [await allRows(sort), await allRows(`-${sort}`)];
      for (const rows of [up, down]) expect(new Set(rows.map(({ code }) => code)).size).toBe(122);
      expect(up.map(keyOf)).toEqual(rising(up.map(keyOf)));
      expect(down.map(({ code }) => code)).toEqual(up.map(({ code }) => code).toReversed());
    }
    expect((await finance.browser.call('orders-list', { filter: {}, after: null, sort: 'buyer' })).status).toBe(422);
  });

  async function allRows(sort: string | null): Promise<Row[]> {
    const rows: Row[] = [];
    let after: string | null = null;
    do {
      const page: List = await list({}, after, sort);
      rows.push(...page.rows);
      after = page.next;
    } while (after !== null);
    return rows;
  }
});

test('the list shows how much of an order was refunded', async () => {
  const refundedOf = async () => (await list({ status: 'paid' })).rows.map(({ refunded }) => refunded);
  expect(await refundedOf()).toEqual([0]);
  await app.db.run('update orders set total_refunded = 3_000 where code = $1', [paid.code]);
  expect(await refundedOf()).toEqual([3_000]);
  await app.db.run('update orders set total_refunded = 0 where code = $1', [paid.code]);
});

describe('an export of orders', () => {
  test('contains exactly what the list shows, runs no formula and is audited', async () => {
    await app.db.run(`update orders set customer_name = '=1+1' where code = $1`, [paid.code]);
    const { csv, rows } = await finance.browser.done('orders-export', { filter: { status: 'paid' } });
    expect(rows).toBe(1);
    const [head, row] = csv.split('\r\n');
    expect(head).toContain(
      '"order","placed","status","status_code","due","overdue","overdue_code","terms_open","terms_open_code","refunded","name"',
    );
    expect(row).toContain(`"${paid.code}"`);
    expect(row).toContain(`"'=1+1"`);
    const sorted = await finance.browser.done('orders-export', { filter: {}, sort: '-total' });
    expect(sorted.csv.split('\r\n')[1]).toContain(`"${(await list({}, null, '-total')).rows[0]!.code}"`);
    const [entry] = await app.db.rows(`select details from audit_log where action = 'list.orders'`);
    expect(entry).toMatchObject({ details: { rows: 1 } });
  });

  test('is refused to people who may not export data', async () => {
    const support = await givenPerson(app, 'The support', ['support']);
    expect((await support.browser.call('orders-export', { filter: {} })).status).toBe(403);
  });
});
