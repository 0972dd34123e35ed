import { beforeAll, expect, test } from 'vitest';
import { recordTransfers } from '#features/desk/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import {
  app,
  balanceOf,
  cancel,
  DAY,
  givenTransferShop,
  operator,
  placeByTransfer,
  settle,
  transfer,
} from '../support/transfer-shop.ts';

/* Every figure of a report equals the sum of the list behind it, and agrees with the ledger or the orders. */

givenTransferShop();
let owner: OfficePerson;

const period = { from: '2026-11-01', until: '2026-12-31' };

interface Listed {
  amount: number;
  tickets: number;
  count: number;
}

/** Reads all pages of a list, whose rows must add up to its sums. */
async function readAllPages(name: string, body: object): Promise<Listed> {
  const rows: { key: string; amount: number; tickets: number }[] = [];
  for (let after: string | null = null; ; ) {
    const page = await owner.browser.done(name, { ...period, ...body, after, page_size: 2 });
    rows.push(...page.rows);
    after = page.next;
    if (after !== null) continue;
    const amount = rows.reduce((all, row) => all + row.amount, 0);
    const tickets = rows.reduce((all, row) => all + row.tickets, 0);
    expect({ count: rows.length, amount, tickets }).toEqual({
      count: page.count,
      amount: page.amount,
      tickets: page.tickets,
    });
    return { amount, tickets, count: rows.length };
  }
}

const sales = (by: string, body: object = period) => owner.browser.done('report-sales', { ...body, by });
const money = (by: string, body: object = period) => owner.browser.done('report-money', { ...body, by });

beforeAll(async () => {
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
});

test('however sales are grouped, they add up to the orders that have not ended', async () => {
  // 20 and 28 November are in two weeks of one month. 2 December is in another month.
  const first = await placeByTransfer();
  await transfer(first.code, first.total_price);
  await app.travel(8 * DAY);
  await app.db.run('delete from rate_limits');
  const second = await placeByTransfer('sandlark-pass');
  await transfer(second.code, second.total_price + 500);
  await transfer('nobody knows', 1_234);
  const ended = await placeByTransfer();
  expect((await cancel(ended)).ok).toBe(true);
  await app.travel(4 * DAY);
  const unknown = await app.db.row<{ id: number }>(`select id from receipts where said = 'nobody knows'`);
  expect((await settle(unknown!.id, { isReturned: true })).ok).toBe(true);
  await app.db.run(`update orders set channel = 'Phone' where code = $1`, [second.code]);
  owner = await givenPerson(app, 'Reports Owner', ['owner']);
  const stored = (await app.db.row<{ sold: number; orders: number }>(
    'select sum(total_price)::bigint as sold, count(*) as orders from orders where not stock_released',
  ))!;
  expect(stored.orders).toBe(2);
  for (const by of ['day', 'week', 'month', 'item', 'event', 'channel']) {
    const { rows, total } = await sales(by);
    expect([by, total.sold, total.orders]).toEqual([by, stored.sold, stored.orders]);
    const sum = (figure: string) => rows.reduce((all: number, row: Record<string, number>) => all + row[figure]!, 0);
    expect([sum('sold'), sum('tickets'), sum('goods')]).toEqual([total.sold, total.tickets, total.goods]);
  }
});

test('each row of the sales is the sum of the orders behind it', async () => {
  for (const { key, sold, tickets } of (await sales('item')).rows)
    expect([key, sold, tickets]).toEqual([key, ...figuresOf(await readAllPages('report-sales-rows', { item: key }))]);
  for (const { key, sold, tickets } of (await sales('event')).rows)
    expect([key, sold, tickets]).toEqual([key, ...figuresOf(await readAllPages('report-sales-rows', { event: key }))]);
  for (const { key, sold, tickets, orders } of (await sales('channel')).rows) {
    const behind = await readAllPages('report-sales-rows', { channel: key });
    expect([key, sold, tickets, orders]).toEqual([key, ...figuresOf(behind), behind.count]);
  }
  for (const { key, sold, tickets } of (await sales('day')).rows.filter((row: { sold: number }) => row.sold > 0))
    expect([key, sold, tickets]).toEqual([
      key,
      ...figuresOf(await readAllPages('report-sales-rows', { from: key, until: key })),
    ]);
  expect((await sales('month')).rows.map(({ key }: { key: string }) => key)).toEqual(['2026-11-01', '2026-12-01']);
});

test('rows of sales and their lists have the names of the items, events and channels, in the person’s language', async () => {
  const nameOf = async (part: object) => (await owner.browser.done('report-sales-rows', { ...period, ...part })).name;
  await app.db.run(`update orders set channel = 'phone' where channel = 'Phone'`);
  const { rows } = await sales('channel');
  expect(rows.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Phone', 'Web shop']);
  for (const by of ['item', 'event', 'channel'])
    for (const { key, name } of (await sales(by)).rows)
      expect([by, key, await nameOf({ [by]: key })]).toEqual([by, key, name]);
  expect(await nameOf({ item: 'saturday' })).toBe('Saturday day ticket');
  expect(await nameOf({})).toBeNull();
  await app.db.run(`update orders set channel = 'Phone' where channel = 'phone'`);
});

const figuresOf = ({ amount, tickets }: Listed) => [amount, tickets];

test('discount and shipping are part of the sales, and merchandise has its own row', async () => {
  const cart = await app.call('add-merchandise-to-cart', { external_code: 'lark-tee-m' });
  const { rows, total } = await sales('item');
  expect(cart.body.message).toBeUndefined();
  // An item that is only in a cart does not count as sold.
  expect(rows.some(({ key }: { key: string }) => key === 'lark-tee-m')).toBe(false);
  await app.db.run(
    `update orders set shipping_amount = 700, discount_amount = 300, total_price = total_price + 400
     where channel = 'Phone'`,
  );
  await app.db.run(
    `update order_lines set discount_share = 250 where order_id = (select id from orders where channel = 'Phone')`,
  );
  const changed = await sales('item');
  expect(changed.total.sold).toBe(total.sold + 400);
  expect(changed.rows.find(({ key }: { key: string }) => key === ':shipping')).toMatchObject({ sold: 650, tickets: 0 });
  for (const { key, sold } of changed.rows)
    expect([key, sold]).toEqual([key, (await readAllPages('report-sales-rows', { item: key })).amount]);
  await app.db.run(`update order_lines set discount_share = 0`);
  await app.db.run(
    `update orders set shipping_amount = 0, discount_amount = 0, total_price = total_price - 400 where channel = 'Phone'`,
  );
});

test('the changes of the accounts match the ledger, and each figure is the sum of its bookings', async () => {
  for (const by of ['way', 'day', 'week', 'month']) {
    const { total } = await money(by);
    expect([by, total.change]).toEqual([by, (await balanceOf('bank')) + (await balanceOf('gateway:sandbox'))]);
    expect(total.change).toBe(total.in - total.out - total.taken + total.moved);
  }
  const { rows, total } = await money('way');
  expect(total.out).toBe(1_234);
  for (const row of rows)
    for (const column of ['in', 'out', 'taken', 'moved', 'change'])
      expect([row.key, column, row[column]]).toEqual([
        row.key,
        column,
        (await readAllPages('report-money-rows', { way: row.key, column })).amount,
      ]);
});

test('a period includes its first and last day, and no other days', async () => {
  expect((await sales('day', { from: '2026-11-20', until: '2026-11-20' })).total.orders).toBe(1);
  expect((await sales('day', { from: '2026-11-21', until: '2026-11-27' })).total.orders).toBe(0);
  expect((await sales('day', { from: '2026-11-20', until: '2026-11-28' })).total.orders).toBe(2);
});

test('a period that ends before it begins, is too long or has a wrong day is refused', async () => {
  for (const [from, until] of [
    ['', ''],
    ['2026-02-30', '2026-03-01'],
    ['2026-03-02', '2026-03-01'],
    ['2000-01-01', '2026-01-01'],
  ])
    for (const call of ['report-sales', 'report-money'])
      expect(await owner.browser.call(call, { from, until, by: 'day' })).toMatchObject({ status: 422 });
});

test('the catalogue role sees what was sold, but no movements of money and no names', async () => {
  const { browser } = await givenPerson(app, 'Reads Sales', ['catalogue']);
  expect((await browser.call('report-sales', { ...period, by: 'item' })).status).toBe(200);
  expect((await browser.call('report-money', { ...period, by: 'way' })).status).toBe(403);
  const { rows } = await browser.done('report-sales-rows', period);
  expect(new Set(rows.map((row: { customer_name: null }) => row.customer_name))).toEqual(new Set([null]));
});

test('receivables, grouped by age or by month, add up to what customers owe in the ledger', async () => {
  const plan = await placeByTransfer('sandlark-pass-plan');
  await transfer(plan.payments[0]!.reference, plan.payments[0]!.amount);
  const short = await placeByTransfer();
  await transfer(short.code, 1_000);
  for (const days of [0, 32]) {
    await app.travel(days * DAY);
    owner = await givenPerson(app, `Receivables ${days === 0 ? 'Now' : 'Later'}`, ['owner']);
    for (const by of ['age', 'month']) {
      const { rows, total, ledger } = await owner.browser.done('report-receivables', { by });
      expect([by, total.amount]).toEqual([by, ledger]);
      // The account also contains what the shop owes to customers whose orders were abandoned or cancelled.
      const ended = await readAllPages('report-liability-rows', { kind: 'ended' });
      expect(total.amount - ended.amount).toBe(await balanceOf('customer'));
      for (const { key, parts, amount } of rows) {
        const behind = await readAllPages('report-receivables-rows', { by, group: key });
        expect([key, parts, amount]).toEqual([key, behind.count, behind.amount]);
      }
    }
  }
  const { rows } = await owner.browser.done('report-receivables', { by: 'age' });
  expect(rows.map(({ key }: { key: string }) => key)).toContain('1-7');
});

test('liabilities match the ledger: refunds, money without an order, too much, plans and short payments', async () => {
  await transfer('no idea either', 4_321);
  const over = await placeByTransfer();
  await transfer(over.code, over.total_price + 1_100);
  const short = await placeByTransfer();
  await transfer(short.code, 1_000);
  const { rows, total } = await owner.browser.done('report-liability');
  const amounts: Record<string, number> = {};
  for (const { key, count, amount } of rows) {
    amounts[key] = amount;
    const behind = await readAllPages('report-liability-rows', { kind: key });
    expect([key, count, amount]).toEqual([key, behind.count, behind.amount]);
  }
  expect(amounts.refunds).toBe(0 - (await balanceOf('refunds_payable')));
  expect(amounts.unmatched! + amounts.uncounted!).toBe(0 - (await balanceOf('suspense')));
  expect(amounts.unmatched).toBe(4_321);
  expect(amounts.uncounted).toBe(500 + 1_100);
  const { rows: uncounted } = await owner.browser.done('report-liability-rows', { kind: 'uncounted', page_size: 10 });
  expect(uncounted).toEqual(
    expect.arrayContaining([expect.objectContaining({ order: over.code, amount: 1_100 }), expect.anything()]),
  );
  for (const [kind, hasPlan] of [['plans', true] as const, ['short', false] as const]) {
    const paid = await app.db.row<{ sum: number }>(
      `select sum(total_paid - total_refunded)::bigint as sum from orders
       where payment_status = 'partial' and has_payment_plan = $1`,
      [hasPlan],
    );
    expect(paid!.sum).toBeGreaterThan(0);
    expect([kind, amounts[kind]]).toEqual([kind, paid!.sum]);
  }
  expect(total.amount).toBe(Object.values(amounts).reduce((all, amount) => all + amount, 0));
});

test('a statement line without an order is listed by its short number', async () => {
  const line = {
    words: '',
    meant: null,
    amount: minor(77),
    transaction: `camt:account:2026-11-18:77:=${'0'.repeat(32)}`,
    bankReference: 'POS 4',
    receivedAt: app.clock.now(),
    actor: commandLine('tester'),
  };
  await recordTransfers(operator.transfers, [line], app.clock.now());
  const { rows } = await owner.browser.done('report-liability-rows', { kind: 'unmatched', page_size: 50 });
  expect(rows).toContainEqual(expect.objectContaining({ amount: 77, what: 'receipt bank POS 4' }));
});

test('the tax on documents is the sum of its list, and matches the ledger once all is invoiced', async () => {
  const { rows, total, rates } = await owner.browser.done('report-tax', { from: '2026-11-01', until: '2026-11-30' });
  expect(rows.length).toBeGreaterThan(0);
  const november = { from: '2026-11-01', until: '2026-11-30' };
  for (const figure of ['net', 'tax', 'gross']) {
    for (const row of rows) {
      const part = { country: row.country || 'event', tax_basis_points: row.tax_basis_points };
      const { count, amount } = await readAllPages('report-tax-rows', { ...november, ...part, figure });
      expect([row.key, figure, row.documents, row[figure]]).toEqual([row.key, figure, count, amount]);
    }
    const all = await readAllPages('report-tax-rows', { ...november, figure });
    expect([figure, total.documents, total[figure]]).toEqual([figure, all.count, all.amount]);
  }
  expect(total.gross).toBe(total.net + total.tax);
  for (const { documents, ledger } of rates) expect(documents).toBe(ledger);
});

test('the report of vouchers has their uses and orders, without their codes for viewers', async () => {
  const code = await app.db.row<{ code: string; id: number }>(
    `update orders set discount_amount = 250, total_price = total_price - 250, voucher_id = (select id from vouchers where code = 'LARK20')
     where id = (select min(id) from orders)
     returning code, voucher_id as id`,
  );
  const { rows, total } = await owner.browser.done('report-vouchers', period);
  expect(rows).toEqual([expect.objectContaining({ key: String(code!.id), name: 'Lark 20', code: 'LARK20', uses: 1 })]);
  const behind = await readAllPages('report-sales-rows', { voucher: code!.id });
  expect([total.uses, total.sold]).toEqual([behind.count, behind.amount]);
  const discounts = await readAllPages('report-sales-rows', { voucher: code!.id, figure: 'discount' });
  expect([total.uses, total.discount, 250]).toEqual([discounts.count, discounts.amount, discounts.amount]);
  const { browser } = await givenPerson(app, 'Sees No Codes', ['viewer']);
  expect((await browser.done('report-vouchers', period)).rows[0].code).toBeNull();
  await app.db.run(
    `update orders set voucher_id = null, discount_amount = 0, total_price = total_price + 250
     where voucher_id is not null`,
  );
});

test('without chosen days, the departures of seven days are shown, from the day of the next one', async () => {
  const { from, until, rows } = await owner.browser.done('report-departures', { from: '', until: '' });
  const next = await app.db.row<{ day: string }>(
    `select to_char(min(departs_at) at time zone 'Europe/Amsterdam', 'YYYY-MM-DD') as day
     from departures
     where departs_at >= $1`,
    [app.clock.now()],
  );
  expect(from).toBe(next!.day);
  expect(Temporal.PlainDate.from(from).until(until).days).toBe(6);
  expect(rows.length).toBeGreaterThan(0);
  const { status } = await owner.browser.call('report-departures', { from, until: '' });
  expect(status).toBe(422);
});

test('departures are listed by time, and their sold seats add up to all that were sold', async () => {
  const { rows } = await owner.browser.done('report-departures', { from: '2026-11-20', until: '2028-12-31' });
  expect(rows.length).toBeGreaterThan(1);
  const times = rows.map(({ at }: { at: string }) => at);
  expect(times).toEqual([...times].sort());
  const sold = await app.db.row<{ sold: number }>(
    `select coalesce(sum(sold), 0)::bigint as sold from departures where departs_at between '2026-11-20' and '2029-01-01'`,
  );
  const ofDepartures = rows.filter(({ departure }: { departure: number | null }) => departure !== null);
  expect(ofDepartures.reduce((all: number, row: { sold: number }) => all + row.sold, 0)).toBe(sold!.sold);
});

test('a departure counts a sold seat either as a passenger or as a ticket in a refund', async () => {
  for (const order of [await placeByTransfer('coach-brussels'), await placeByTransfer('coach-brussels')])
    await transfer(order.code, order.total_price);
  const setStatus = (status: string) =>
    app.db.run(
      `update tickets set status = $1
       where id = (
         select max(t.id)
         from tickets t join order_lines l on l.id = t.order_line_id join shop_items i on i.id = l.item_id
         where i.external_code = 'coach-brussels'
       )`,
      [status],
    );
  await setStatus('refund');
  const { rows } = await owner.browser.done('report-departures', { from: '2026-11-20', until: '2028-12-31' });
  expect(rows.find(({ item }: { item: string }) => item === 'coach-brussels')).toMatchObject({
    ...{ sold: 2, tickets: 1, in_refund: 1 },
  });
  await setStatus('active');
});
