import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { purchase } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let finance: OfficePerson;
let pass: Order;
let coach: Order;

interface Row {
  id: number;
  order: string;
  full_name: string;
  email: string;
  item: string;
  departs_at: string | null;
}

const tickets = (filter: object = {}, after: number | null = null) =>
  finance.browser.done('tickets-list', { filter, after });
const orders = async (filter: object): Promise<string[]> => (await tickets(filter)).rows.map(({ order }: Row) => order);
const people = (filter: object = {}, after: number | null = null) =>
  finance.browser.done('people-list', { filter, after });
const emails = async (filter: object): Promise<string[]> =>
  (await people(filter)).rows.map(({ email }: { email: string }) => email);

beforeAll(async () => {
  app = await givenShopApp();
  const mila = await app.login();
  pass = await purchase(app, mila, ['sandlark-pass']);
  coach = await purchase(app, mila, ['saturday', 'coach-brussels']);
  await app.settle();
  await app.db.run(
    `update tickets set full_name = 'Žana Đurić', email = 'zana@example.net'
     where order_id = (select id from orders where code = $1)`,
    [pass.code],
  );
  finance = await givenPerson(app, 'The bookkeeper', ['finance']);
});
afterAll(() => app.close());

describe('the list of tickets', () => {
  test('lists the most recently issued first, with item, departure and holder, never a code', async () => {
    const all = await tickets();
    expect(all).toMatchObject({ count: 3, has_more: false, next: null, departures: [] });
    expect(all.rows.map(({ order }: Row) => order)).toEqual([coach.code, coach.code, pass.code]);
    expect(all.rows.filter(({ departs_at: at }: Row) => at !== null).length).toBe(1);
    const codes = await app.db.rows<{ code: string }>('select code from tickets');
    for (const { code } of codes) expect(JSON.stringify(all)).not.toContain(code);
  });

  test('finds a holder by name and email, and all tickets of an order by its buyer', async () => {
    expect(await orders({ text: 'zana' })).toEqual([pass.code]);
    expect(await orders({ text: 'duric' })).toEqual([pass.code]);
    expect(await orders({ text: 'zana@example' })).toEqual([pass.code]);
    expect(await orders({ text: coach.code.toLowerCase() })).toEqual([coach.code, coach.code]);
    expect((await orders({ text: 'mila@example.org' })).length).toBe(3);
    expect(await orders({ text: '-' })).toEqual([]);
  });

  test('finds one ticket by its code, even a replaced one', async () => {
    const { code } = (await app.db.row<{ code: string }>(
      'select code from tickets where order_id = (select id from orders where code = $1)',
      [pass.code],
    ))!;
    expect(await orders({ text: code })).toEqual([pass.code]);
  });

  test('is filtered by item and departure', async () => {
    expect(await orders({ item: 'sandlark-pass' })).toEqual([pass.code]);
    expect(await orders({ item: 'nothing' })).toEqual([]);
    // This moves the passenger to a coach with several departures.
    await app.db.run(
      `with moved as (
         update order_lines set item_id = (select id from shop_items where external_code = 'coach-amsterdam')
         where item_id = (select id from shop_items where external_code = 'coach-brussels')
         returning id, item_id
       )
       update tickets t set departure_id = (select min(d.id) from departures d where d.item_id = moved.item_id)
       from moved where t.order_line_id = moved.id`,
    );
    const { rows, departures } = await tickets({ item: 'coach-amsterdam' });
    expect(rows.map(({ order }: Row) => order)).toEqual([coach.code]);
    const at =
      (moment: string) =>
      ({ departs_at }: { departs_at: string }) =>
        departs_at === moment;
    const taken = departures.find(at(rows[0].departs_at));
    const [other] = departures.filter(({ id }: { id: number }) => id !== taken.id);
    expect(await orders({ item: 'coach-amsterdam', departure: taken.id })).toEqual([coach.code]);
    expect(await orders({ item: 'coach-amsterdam', departure: other.id })).toEqual([]);
  });

  test('has views of tickets not paid in full, being refunded, and ended', async () => {
    const set = (words: string) =>
      app.db.run(`update tickets set ${words} where order_id = (select id from orders where code = $1)`, [pass.code]);
    await set('pending = true');
    expect(await orders({ view: 'unpaid' })).toEqual([pass.code]);
    await set(`pending = false, status = 'refund'`);
    expect(await orders({ view: 'refund' })).toEqual([pass.code]);
    expect(await orders({ status: 'refund' })).toEqual([pass.code]);
    await set(`status = 'refunded'`);
    expect(await orders({ view: 'ended' })).toEqual([pass.code]);
    expect(await orders({})).not.toContain(pass.code);
    // A search still finds it.
    expect(await orders({ text: 'zana' })).toEqual([pass.code]);
    await set(`status = 'active'`);
  });

  test('continues after the last ticket of a page', async () => {
    await app.db.run(
      `with lines as (
         insert into order_lines (order_id, position, item_id, kind, price, fee, tax_basis_points, full_name, email, frozen)
         select order_id, 100 + n, item_id, kind, price, fee, tax_basis_points, full_name, email, frozen
         from order_lines, generate_series(1, 110) as n
         where order_id = (select id from orders where code = $1)
         returning id, order_id
       )
       insert into tickets (order_line_id, order_id, customer_id, code, pending, full_name, email, issued_at)
       select l.id, l.order_id, o.customer_id, 'COPY' || l.id, false, 'Somebody', 's@example.net', o.created_at
       from lines l join orders o on o.id = l.order_id`,
      [pass.code],
    );
    const seen: number[] = [];
    let after: number | null = null;
    do {
      const page: { rows: Row[]; next: number | null } = await tickets({}, after);
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    expect(new Set(seen).size).toBe(113);
    expect(seen.length).toBe(113);
  });
});

describe('the list of people', () => {
  test('lists the newest first, with their orders and the amount paid', async () => {
    const all = await people({ text: 'mila@example.org' });
    expect(all).toMatchObject({ count: 1, has_more: false, next: null });
    expect(all.rows[0]).toMatchObject({ orders: 2, paid: pass.total_price + coach.total_price });
    const ids = (await people()).rows.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => other - one));
  });

  test('finds buyers by name, email and data of their orders', async () => {
    expect(await emails({ text: 'okonk' })).toEqual(['mila@example.org']);
    expect(await emails({ text: 'MILA@example' })).toEqual(['mila@example.org']);
    expect(await emails({ text: pass.code })).toEqual(['mila@example.org']);
    expect(await emails({ text: 'nobody at all' })).toEqual([]);
  });

  test('is filtered by the day of the first order, and leaves out erased people', async () => {
    const later = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect(await emails({ from: later })).toEqual([]);
    expect((await emails({ until: later })).length).toBeGreaterThan(0);
    expect(await emails({})).not.toContain('');
  });
});

describe('an export', () => {
  test('of tickets contains what the list shows, without codes, and is audited', async () => {
    const { csv, rows } = await finance.browser.done('tickets-export', { filter: { text: 'zana' } });
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`"${pass.code}","Žana Đurić","zana@example.net"`);
    const [entry] = await app.db.rows(`select details from audit_log where action = 'list.tickets'`);
    expect(entry).toMatchObject({ details: { rows: 1 } });
  });

  test('of people runs no formula', async () => {
    await app.db.run(`update customers set full_name = '=1+1' where email = 'mila@example.org'`);
    const { csv, rows } = await finance.browser.done('people-export', { filter: { text: 'mila@example.org' } });
    expect(rows).toBe(1);
    expect(csv.split('\r\n')[1]).toContain(`"'=1+1","mila@example.org"`);
  });

  test('is refused to people who may not export data', async () => {
    const support = await givenPerson(app, 'The support', ['support']);
    for (const name of ['tickets-export', 'people-export'])
      expect((await support.browser.call(name, { filter: {} })).status).toBe(403);
  });
});
