import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { listDisputes } from '#features/disputes/server/public.ts';
import { creditNotesOf } from '#features/invoices/server/invoice-store.ts';
import { findOrders } from '#features/orders/server/public.ts';
import { paymentsWithWrongMoney } from '#features/payments/server/public.ts';
import { type ListSort, sortsOf } from '#features/search/domain/list-sort.ts';
import { type SavedList, savedLists } from '#features/search/domain/saved-view.ts';
import { listInvoices } from '#features/search/server/list-invoices-store.ts';
import { listMails } from '#features/search/server/list-mails-store.ts';
import { listOrders } from '#features/search/server/list-orders-store.ts';
import { listPeople } from '#features/search/server/list-people-store.ts';
import { listInstalments } from '#features/search/server/list-plans-store.ts';
import { listReceipts } from '#features/search/server/list-receipts-store.ts';
import { listRefunds } from '#features/search/server/list-refunds-store.ts';
import { listTickets } from '#features/search/server/list-tickets-store.ts';
import { findAll } from '#features/search/server/search-store.ts';
import type { Queryable } from '#platform/db/db.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { copyOrders, placeModelOrders } from '../bench/fill/orders.ts';
import { addCustomers, addItems, SPREAD_ITEMS } from '../bench/fill/prepare.ts';
import { givenDatabase, type TestDatabase } from './support/database.ts';
import { givenPerson } from './support/office-people.ts';
import { order, pressAt } from './support/purchase.ts';
import { rounds } from './support/rounds.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';
import {
  hasSortedOnDisk,
  type PlanOptions,
  planOf,
  type RecordedStatement,
  recorded,
  tablesReadInFull,
} from './support/statement-plans.ts';

const CUSTOMERS = 510;
const ORDERS = 500;
const MANY_ORDERS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

let database: TestDatabase;
let app: ShopApp;
let client: pg.Client;
let recording: ReturnType<typeof recorded>;
let seen: RecordedStatement[];
/** The office's statements that are planned once for all values. */
let plannedOnce: RecordedStatement[];
let models: string[];

beforeAll(async () => {
  database = await givenDatabase();
  recording = recorded(database.db);
  app = await givenShopApp({}, { database: { ...database, db: recording.db }, fill: true, now: new Date() });
  client = new pg.Client(database.connection);
  await client.connect();
  await addItems({ client }, SPREAD_ITEMS);
  await addCustomers({ client }, CUSTOMERS);
  const key = derivedKey(app.config.secretKey, 'sandbox-gateway').toString('hex');
  models = await placeModelOrders(app.url, CUSTOMERS, key);
  await addAttempts();
  await copyOrders({ client }, models, { orders: ORDERS, customers: { first: 1, count: CUSTOMERS - 1 } });
});
afterAll(async () => {
  await client.end();
  await app.close();
});

/** Fills the tables that grow with attempts, links and repeated requests: as many rows in each as there are orders. */
async function addAttempts(): Promise<void> {
  const hash = `sha256(convert_to(n::text, 'UTF8'))`;
  const many = `from generate_series(1, ${ORDERS}) n`;
  await client.query(`insert into rate_limits (bucket, window_start, count) select 'try ' || n, now(), 1 ${many}`);
  await client.query(`insert into login_networks (hash, used_at) select ${hash}, now() ${many}`);
  await client.query(
    `insert into request_results (key_hash, body_hash, status, created_at) select ${hash}, ${hash}, 0, now() ${many}`,
  );
  await client.query(
    `insert into single_use_links (token_hash, customer_id, purpose, created_at, expires_at)
     select ${hash}, (select min(id) from customers), 'login', now(), now() + interval '1 day' ${many}`,
  );
}

/** Follows a customer through purchases, documents and lists, and runs the due work meanwhile. */
async function walk({ call, fetch, settle, travel }: ShopApp): Promise<void> {
  const token = 'bench-1';
  const placed = await order(app, token, [SPREAD_ITEMS[0]!, SPREAD_ITEMS[1]!]);
  await pressAt(app, placed.url!, 'paid');
  await settle();
  await order(app, token, [SPREAD_ITEMS[2]!]);
  const { body } = await call('get-data', { token });
  const bought = body.data.orders.find(({ code }: { code: string }) => code === placed.order.code);
  expect(bought.payment_status).toBe('paid');
  const [ticket] = bought.tickets;
  for (const path of [
    `/download-ticket/${encodeURIComponent(ticket.email)}/${ticket.code}`,
    `/download-invoice/${bought.code}/${bought.checksum}`,
  ]) {
    expect((await fetch(path)).status).toBe(200);
  }
  const small = await call('get-data', { token, orders: 'newest', open_order: bought.code });
  expect(small.body.data.open_order.order.code).toBe(bought.code);
  await call('get-order', { token, refund_id: `${bought.code}-R1` });
  await call('get-older-orders', { token, before: bought.code });
  await call('get-older-refunds', { token, before: `${bought.code}-R1` });
  await call('get-entry-tickets', { token, event_id: '1' });
  await call('get-saved-cards', { token });
  const added = await call('add-product-to-cart', {
    token,
    external_code: SPREAD_ITEMS[3],
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
    age: '25-34',
  });
  const cart = added.body.cart.code;
  await call('get-cart', { cart });
  await call('extend-cart', { cart, token });
  await call('validate-voucher', { cart, code: 'LARK20' });
  await call('remove-product-from-cart', { cart, cart_product_id: added.body.cart.products[0].id });
  // The unpaid order expires; carts and stored requests are deleted.
  await travel(2 * DAY_MS);
}

test('the doctor finds nothing in orders that the bench wrote by SQL', async () => {
  const audit = await auditShop(app.db, app.clock.now());
  expect(audit.findings).toEqual([]);
  expect(audit.checked).toMatchObject({ orders: ORDERS + 2, invoices: ORDERS + 2 });
  const { body } = await app.call('get-data', { token: 'bench-1' });
  expect(body.data.orders[0]).toMatchObject({ payment_status: 'paid', has_invoice: true });
});

test('purchases and due work read every table that grows with orders by an index', async () => {
  recording.forget();
  await walk(app);
  seen = recording.statements();
  expect(seen.length).toBeGreaterThan(80);
  expect(await readWhole(seen, ORDERS, { onlyByIndex: true })).toEqual({});
});

test('in a new shop without statistics, no purchase reads a growing table from end to end', async () => {
  const young = await givenDatabase();
  const planner = new pg.Client(young.connection);
  await planner.connect();
  try {
    recording.forget();
    const placed = await order(app, 'bench-2', [SPREAD_ITEMS[0]!]);
    await pressAt(app, placed.url!, 'paid');
    const bought = recording.statements();
    expect(bought.length).toBeGreaterThan(40);
    const found: Record<string, string[]> = {};
    for (const statement of bought) {
      const whole = tablesReadInFull(await planOf(planner, statement, { onlyByIndex: false }), new Set());
      const tables = whole.filter((table) => GROWING_TABLES.includes(table));
      if (tables.length > 0) found[statement.text.replace(/\s+/g, ' ')] = tables;
    }
    expect(found).toEqual({});
  } finally {
    await planner.end();
  }
});

test('statements planned once for all values find rows by an index, without closed matters', async () => {
  const many = `from generate_series(1, ${ORDERS}) n`;
  await client.query(
    `insert into fraud_warnings (gateway, warning_id, transaction, reason, told_at, settled_at)
     select 'sandbox', 'warning ' || n, 'unknown ' || n, 'other', now(), now() ${many}`,
  );
  await client.query('analyze fraud_warnings');
  const { browser } = await givenPerson(app, 'The owner', ['owner']);
  const { code } = (await app.db.row<{ code: string }>('select code from orders order by id limit 1'))!;
  recording.forget();
  await browser.done('order-open', { code });
  await browser.done('order-timeline', { code });
  await browser.done('today', {});
  await browser.done('inbox', {});
  plannedOnce = recording.statements();
  expect(plannedOnce.length).toBeGreaterThan(40);
  expect(await readWhole(plannedOnce, ORDERS, { onlyByIndex: true })).toEqual({});
  await client.query(
    `insert into disputes (gateway, dispute_id, transaction, state, amount, currency, reason, opened_at, changed_at)
     select 'sandbox', 'dispute ' || n, 'unknown ' || n, 'won', 1, 'EUR', 'other', now(), now() ${many}`,
  );
  await client.query('analyze disputes');
  recording.forget();
  await listDisputes(recording.db, { all: false, limit: 200 });
  expect(await readWhole(recording.statements(), ORDERS, { onlyByIndex: true })).toEqual({});
});

/** Tables with rows of every purchase. */
const GROWING_TABLES = [
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'payments',
  'payment_attempts',
  'stock_units',
  'tickets',
]
  .concat([
    'mails',
    'invoices',
    'receipts',
    'receipt_shares',
    'ledger_transactions',
    'ledger_entries',
    'gateway_events',
  ])
  .concat(['customers', 'login_tokens']);

/** Plans a query for each index. Returns, for each, 'by its index' or the indexes that it would use instead. */
async function findIndexes(): Promise<Record<string, string>> {
  const newest = { statuses: [], since: null, email: null, limit: 20 };
  const { email } = (await app.db.row<{ email: string }>(
    'select customer_email as email from orders order by id limit 1',
  ))!;
  const { db } = recording;
  const queries: Record<string, () => Promise<unknown>> = {
    orders_created: () => findOrders(db, newest),
    orders_email: () => findOrders(db, { ...newest, email }),
    orders_total_price: () => findAll(db, [{ kind: 'amount', amount: 19_850 }]),
    tickets_code_key: () => findAll(db, [{ kind: 'ticket_beginning', beginning: '7ABCDE' }]),
    invoices_corrects: () => creditNotesOf(db, 1),
    // These are the few receipts that wait for the operator.
    receipts_attention: () => db.transaction((tx) => paymentsWithWrongMoney(tx, [1])),
    audit_log_at: () => db.rows('select subject from audit_log order by at desc, id desc limit 50'),
    payment_attempts_at_gateway: () =>
      db.row('select id from payment_attempts where gateway = $1 and gateway_payment_id = $2', ['sandbox', 'unknown']),
  };
  const found: Record<string, string> = {};
  for (const [index, query] of Object.entries(queries)) {
    recording.forget();
    await query();
    const [statement] = recording.statements();
    const steps = await planOf(client, statement!, { onlyByIndex: true });
    const names = steps.flatMap((step) => step['Index Name'] ?? []);
    found[index] = names.includes(index) ? 'by its index' : names.join(', ');
  }
  return found;
}

test('with many orders, each query that lists, corrects or searches them uses its index', async () => {
  const found = await findIndexes();
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((index) => [index, 'by its index'])));
});

/** Loads the second page of a list of the office in this order. */
const LISTS: { readonly [List in SavedList]: (db: Queryable, sort: ListSort<List>) => Promise<unknown> } = {
  '/orders': (db, sort) =>
    listOrders(db, {
      ...{ sort, after, limit, found: null, item: null, overdueBefore: new Date() },
      filter: { ...span, view: 'all', text: '', status: null, method: null, customer: null, item: null },
    }),
  '/tickets': (db, sort) =>
    listTickets(db, {
      ...{ sort, after: after.id, limit, found: null, item: null },
      filter: { view: 'all', text: '', status: null, item: null, departure: null },
    }),
  '/people': (db, sort) => listPeople(db, { sort, after: after.id, limit, found: null, filter: { ...span, text: '' } }),
  '/money/receipts': (db, sort) =>
    listReceipts(db, {
      ...{ sort, after, limit, found: null },
      filter: { ...span, view: 'all', text: '', source: null, matched: null },
    }),
  '/money/refunds': (db, sort) =>
    listRefunds(
      db,
      {
        ...{ sort, after, limit, found: null },
        filter: { ...span, view: 'all', text: '', way: null, olderThanDays: null },
      },
      new Date(),
    ),
  '/money/plans': (db, sort) =>
    listInstalments(db, {
      ...{ sort, after, limit, found: null, overdueBefore: new Date() },
      filter: { ...span, view: 'open', text: '', method: null },
    }),
  '/money/invoices': (db, sort) =>
    listInvoices(db, { sort, after, limit, found: null, filter: { ...span, view: 'all', text: '' } }),
  '/mails': (db, sort) =>
    listMails(db, {
      ...{ sort, after, limit, found: null, hidden: [] },
      filter: { ...span, view: 'all', text: '', kind: null, mail: null, run: null },
    }),
};
const span = { from: null, until: null };
const after = { at: new Date(), id: 250, amount: 1_000 };
const limit = 51;

test('with many orders, an index gives a list’s rows in the order of any of its columns', async () => {
  const sorted: string[] = [];
  // With few rows, the planner would rather sort than use an index.
  await client.query('set enable_sort = off');
  for (const list of savedLists)
    for (const sort of sortsOf(list)) {
      recording.forget();
      await (LISTS[list] as (db: Queryable, sort: string) => Promise<unknown>)(recording.db, sort);
      const [statement] = recording.statements();
      const steps = await planOf(client, statement!, { onlyByIndex: true });
      const names = steps.map((step) => step['Node Type']);
      // An incremental sort only orders rows of the same time and amount.
      if (names.some((name, index) => name === 'Limit' && names[index + 1] === 'Sort')) sorted.push(`${list} ${sort}`);
    }
  await client.query('reset enable_sort');
  expect(sorted).toEqual([]);
});

test('without the indexes of an order’s tickets, the queries read whole tables', async () => {
  const { rows } = await client.query(
    `select pg_get_indexdef(name::regclass) as made_by from unnest(array['tickets_order', 'tickets_of_customer']) name`,
  );
  await client.query('drop index tickets_order, tickets_of_customer');
  expect(Object.values(await readWhole(seen, ORDERS, { onlyByIndex: true })).flat()).toContain('tickets');
  for (const { made_by } of rows) await client.query(made_by);
});

test.skipIf(rounds === 1)(
  'with many orders, the server chooses these indexes by itself, and sorts nothing on disk',
  async () => {
    await copyOrders({ client }, models, { orders: MANY_ORDERS, customers: { first: 1, count: CUSTOMERS - 1 } });
    expect(await readWhole([...seen, ...plannedOnce], MANY_ORDERS, { onlyByIndex: false })).toEqual({});
    for (const statement of seen.filter(({ text }) => /^\s*select\b/i.test(text))) {
      const steps = await planOf(client, statement, { onlyByIndex: false, carryOut: true });
      expect(hasSortedOnDisk(steps), statement.text).toBe(false);
    }
  },
  300_000,
);

/** Returns the tables of at least this many rows that a statement reads from end to end, by statement. */
async function readWhole(
  statements: readonly RecordedStatement[],
  rows: number,
  options: PlanOptions,
): Promise<Record<string, string[]>> {
  const names = async (sql: string, parameters: unknown[] = []) =>
    new Set((await client.query(sql, parameters)).rows.map(({ name }) => name as string));
  const large = await names(`select relname as name from pg_class where relkind = 'r' and reltuples >= $1`, [rows]);
  const partial = await names(
    'select relname as name from pg_class join pg_index on indexrelid = pg_class.oid where indpred is not null',
  );
  expect([...large]).toEqual(expect.arrayContaining(['orders', 'tickets', 'ledger_entries']));
  const found: Record<string, string[]> = {};
  for (const statement of statements) {
    const whole = tablesReadInFull(await planOf(client, statement, options), partial);
    const tables = whole.filter((table) => large.has(table));
    if (tables.length > 0) found[statement.text.replace(/\s+/g, ' ')] = tables;
  }
  return found;
}
