import { beforeAll, expect, test } from 'vitest';
import { bankOnWire } from '#features/refunds/testing.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, cancel, DAY, givenTransferShop, mila, now, placeByTransfer, transfer } from '../support/transfer-shop.ts';

/* Every figure on Today is the sum of the list behind it and matches the ledger. */

givenTransferShop();
let owner: OfficePerson;

let owners = 0;
/** Moves the clock and signs a new owner in, because the sessions expire meanwhile. */
async function ownerAfter(milliseconds: number): Promise<void> {
  await app.travel(milliseconds);
  owners += 1;
  owner = await givenPerson(app, `Owner ${'abc'[owners]}`, ['owner']);
}

interface Row {
  key: string;
  amount: number;
  tickets: number;
  order: string | null;
  customer_name: string | null;
}

/** Returns all pages of a list. */
async function readAllPages(name: string, body: object, { browser } = owner) {
  const rows: Row[] = [];
  for (let after: string | null = null; ; ) {
    const page: { rows: Row[]; next: string | null; count: number; amount: number; tickets: number } =
      await browser.done(name, { ...body, after, page_size: 3 });
    expect(page.rows.length).toBeLessThanOrEqual(3);
    rows.push(...page.rows);
    if (page.next === null) {
      const sum = (value: (row: Row) => number) => rows.reduce((all, row) => all + value(row), 0);
      const found = { count: rows.length, amount: sum(({ amount }) => amount), tickets: sum(({ tickets }) => tickets) };
      expect(found).toEqual({ count: page.count, amount: page.amount, tickets: page.tickets });
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      return { rows, ...found };
    }
    after = page.next;
  }
}

/** Returns what has come in and gone out at the bank and the gateways since a time, according to the ledger. */
const bookedSince = async (moment: Date) =>
  (await app.db.row<{ in: number; out: number }>(
    `select
       coalesce(sum(e.amount) filter (where t.receipt_id is not null and t.kind <> 'returned'), 0)::bigint as in,
       coalesce(-sum(e.amount) filter (where t.refund_id is not null or t.kind in ('returned', 'order_returned')), 0)::bigint as out
     from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where e.account in ('bank', 'gateway:sandbox') and t.booked_at >= $1`,
    [moment],
  ))!;

beforeAll(async () => {
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
  await app.db.run('update departures set capacity = null, capacity_wanted = null');
});

test('sold, money in and refunds out are the sums of their lists and of the ledger', async () => {
  // A week ago there were two orders, one of which has been paid.
  const old = await placeByTransfer();
  await placeByTransfer();
  await transfer(old.code, 7_600);
  await ownerAfter(7 * DAY + 60_000);
  const midnight = new Date('2026-11-26T23:00:00Z');
  await app.db.run('delete from rate_limits');
  const orders = [];
  for (let count = 0; count < 8; count += 1) orders.push(await placeByTransfer());
  const [paid, over, ended] = [orders[0]!, orders[1]!, orders[2]!];
  await transfer(paid.code, 7_600);
  await transfer(over.code, 9_000);
  await transfer('nobody knows', 1_234);
  expect((await cancel(ended)).ok).toBe(true);
  const refunded = await placeByTransfer('sandlark-pass');
  await transfer(refunded.code, refunded.total_price);
  await freshLogins(app);
  await app.db.run('delete from rate_limits');
  const { tickets } = await now(refunded);
  const requested = await app.call('request-refund', {
    token: mila,
    order_id: refunded.id,
    tickets: tickets.map(({ code }) => code).join(','),
    merchandise: '',
    ...bankOnWire,
  });
  const code = requested.body.refund_id as string;
  const { preview } = await owner.browser.done('refund-start', { code });
  await owner.browser.done('refund-start', { code, preview });
  const back = await owner.browser.done('refund-to-decide', { code });
  const receipt = (await app.db.row<{ id: number }>(`select id from receipts where said = 'nobody knows'`))!.id;
  const sent = { receipt, note: 'Sent back.', returned: true };
  const returned = await owner.browser.done('receipt-settle', sent);
  await owner.browser.done('receipt-settle', { ...sent, preview: returned.preview });

  const today = await owner.browser.done('today');
  const sales = await readAllPages('sales-of-day', { day: '' });
  const money = await readAllPages('money-of-day', { day: today.day, way: 'in' });
  const out = await readAllPages('money-of-day', { day: '', way: 'out' });
  expect(sales.rows.map(({ order }) => order)).not.toContain(ended.code);
  expect({ orders: sales.count, tickets: sales.tickets, sold: sales.amount }).toEqual({
    orders: today.placed.orders.now,
    tickets: today.placed.tickets.now,
    sold: today.sold.now,
  });
  expect(sales.amount).toBe(7 * 7_600 + refunded.total_price);
  expect({ in: money.amount, out: out.amount }).toEqual({
    in: today.money.received.now,
    out: today.money.paid_back.now,
  });
  expect({ in: money.amount, out: out.amount }).toEqual(await bookedSince(midnight));
  expect(out.amount).toBe(1_234);
  expect(back.total).toBeGreaterThan(0);
  // The last of the 30 bars is today's figure, and the one a week ago shows that day's list.
  const bars = new Map(today.sales.map(({ day, sold }: { day: string; sold: number }) => [day, sold]));
  // 30 days that are over, and today.
  expect([today.sales.length, today.sales.at(-1)!.day]).toEqual([30 + 1, today.day]);
  expect(bars.get(today.day)).toBe(sales.amount);
  expect(bars.get('2026-11-20')).toBe((await readAllPages('sales-of-day', { day: '2026-11-20' })).amount);
});

test('each figure is compared with the same weekday a week ago, up to the same time of day', async () => {
  const { placed, sold, money } = await owner.browser.done('today');
  expect([placed.orders.last_week, placed.tickets.last_week, sold.last_week, money.received.last_week]).toEqual([
    2, 2, 15_200, 7_600,
  ]);
  // The next day is compared with a day without orders.
  await ownerAfter(DAY - 3 * 3_600_000);
  expect((await owner.browser.done('today')).placed.orders.last_week).toBe(0);
});

test('sums are the same for people who may not see names, and only the others see names', async () => {
  const viewer = await givenPerson(app, 'Only Figures', ['viewer']);
  const seen = await viewer.browser.done('today');
  expect(seen.sold).toEqual((await owner.browser.done('today')).sold);
  const day = '2026-11-27';
  const names = async (person: OfficePerson) =>
    (await readAllPages('sales-of-day', { day }, person)).rows.map(({ customer_name: name }) => name);
  expect(new Set(await names(viewer))).toEqual(new Set([null]));
  expect(new Set(await names(owner))).toEqual(new Set(['Mila Okonkwo']));
});

test('people see only the blocks of their roles: support no sums, door staff nothing', async () => {
  const blocks = async (role: 'support' | 'catalogue' | 'door') => {
    const { browser } = await givenPerson(app, `Blocks of ${role}`, [role]);
    const today = await browser.done('today');
    return Object.keys(today).filter((name) => today[name] !== null && !['as_of', 'day', 'next_event'].includes(name));
  };
  expect(await blocks('support')).toEqual(['placed', 'next', 'low']);
  expect(await blocks('catalogue')).toEqual(['placed', 'sold', 'sales', 'next', 'low']);
  expect(await blocks('door')).toEqual([]);
});

test('expected money is the sum of the open instalments of plans, including overdue ones', async () => {
  const { coming } = await owner.browser.done('today');
  for (const due of ['overdue', 'in_7_days', 'in_30_days'] as const) {
    const { count, amount } = await readAllPages('plan-parts', { due });
    expect({ parts: count, amount }).toEqual(coming[due]);
  }
});

test('nearly sold-out items are listed, and so are the next events and departures', async () => {
  const coaches = [await placeByTransfer('coach-brussels'), await placeByTransfer('coach-brussels')];
  for (const { code, total_price: total } of coaches) await transfer(code, total);
  const lodge = await app.db.row<{ id: number; sold: number; held: number }>(
    `update shop_items set sold = 98, held = 0, capacity = 100, capacity_wanted = 100 where external_code = 'lark-lodge' returning id, sold, held`,
  );
  const { low } = await owner.browser.done('today');
  expect(low).toContainEqual(expect.objectContaining({ key: `item ${lodge!.id}`, sold: 98, held: 0, capacity: 100 }));
  await app.db.run(`update shop_items set sold = 0, capacity = null, capacity_wanted = null where id = $1`, [
    lodge!.id,
  ]);
  const event = (await app.db.row<{ starts: Date }>('select min(starts_at) as starts from events'))!;
  await ownerAfter(event.starts.getTime() - app.clock.now().getTime() - 10 * DAY);
  const { next, next_event: soon } = await owner.browser.done('today');
  expect(next.some(({ key }: { key: string }) => key.startsWith('event '))).toBe(true);
  expect(next.some(({ key }: { key: string }) => key.startsWith('departure '))).toBe(true);
  expect(soon.days).toBe(10);
  for (const { item, departure, sold } of next.filter(({ item: one }: { item: string | null }) => one !== null)) {
    const { count } = await owner.browser.done('tickets-list', {
      filter: { item, departure },
      sort: null,
      after: null,
    });
    expect(count).toBe(sold);
  }
  expect(next.find(({ item }: { item: string | null }) => item === 'coach-brussels').sold).toBe(2);
});
