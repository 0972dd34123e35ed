import crypto from 'node:crypto';
import { deviceOf } from '#features/staff/domain/device.ts';
import { type Bench, withShop } from '../bench.ts';
import type { BenchDatabase } from '../databases.ts';
import { copyOrders, placeModelOrders } from '../fill/orders.ts';
import { SPREAD_ITEMS } from '../fill/prepare.ts';
import type { ShopProcess } from '../shop-process.ts';
import { gatewayKeyHex } from './purchase.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const LIST_MS = 100;
const ORDER_MS = 60;
const TODAY_MS = 100;
/** Fewer would leave the 95th percentile to chance. */
const FEWEST_CALLS = 20;

interface Work {
  what: string;
  call: string;
  /** The `turn`th request, so that the requests read different rows. */
  request: (turn: number) => object;
  goal: number;
}

/** The calls of somebody in the office, one after another, with the given number of orders in the shop. */
export const office = (bench: Bench): Promise<void> =>
  withShop(bench, { ROLE: 'web' }, async (shop, database) => {
    const orders = bench.sizes.orders.at(-1)!;
    const models = await placeModelOrders(shop.origin, bench.customers, gatewayKeyHex());
    const customers = { first: 1, count: Math.min(bench.customers - 1, Math.ceil(orders / 2)) };
    await copyOrders(database, models, { orders: orders - models.length, customers });
    await varyStates(database);
    bench.say(`${orders} orders are there`);
    const token = await givenOwner(database);
    const sample = await database.client.query<{ code: string; email: string; reference: string }>(
      `select o.code, o.customer_email as email, p.reference
       from orders o join payments p on p.order_id = o.id
       where o.id % 997 = 1
       order by o.id desc limit 500`,
    );
    for (const work of worksOf(sample.rows)) await measureCall(bench, { shop, token, orders }, work);
  });

function worksOf(sample: readonly { code: string; email: string; reference: string }[]): Work[] {
  const one = (turn: number) => sample[turn % sample.length]!;
  const name = (turn: number) => ['Okonk', 'Mila Hor', 'van vis', 'Babic', 'Ivo'][turn % 5]!;
  const list = (what: string, call: string, filter: (turn: number) => object): Work => ({
    what: `${call}: ${what}`,
    call,
    request: (turn) => ({ filter: filter(turn) }),
    goal: LIST_MS,
  });
  const search = (what: string, text: (turn: number) => string): Work => ({
    what: `search: ${what}`,
    call: 'search',
    request: (turn) => ({ text: text(turn) }),
    goal: LIST_MS,
  });
  const item = (turn: number) => ({ item: SPREAD_ITEMS[turn % 2] });
  return [
    search('order code', (turn) => one(turn).code),
    search('payment reference', (turn) => one(turn).reference),
    search('email', (turn) => one(turn).email),
    search('name', name),
    search('amount', () => '=198.50'),
    list('all', 'orders-list', () => ({})),
    list('waiting for money', 'orders-list', () => ({ view: 'waiting' })),
    list('plans overdue', 'orders-list', () => ({ view: 'overdue' })),
    list('terms open', 'orders-list', () => ({ view: 'terms_open' })),
    list('cancelled', 'orders-list', () => ({ status: 'cancelled' })),
    list('an item', 'orders-list', item),
    list('a name', 'orders-list', (turn) => ({ text: name(turn) })),
    list('all', 'tickets-list', () => ({})),
    list('in refund', 'tickets-list', () => ({ view: 'refund' })),
    list('an item', 'tickets-list', item),
    list('a name', 'tickets-list', (turn) => ({ text: name(turn) })),
    list('all', 'people-list', () => ({})),
    list('a name', 'people-list', (turn) => ({ text: name(turn) })),
    list('all', 'receipts-list', () => ({})),
    list('something left', 'receipts-list', () => ({ view: 'left' })),
    list('went back', 'receipts-list', () => ({ view: 'returned' })),
    list('at the bank', 'receipts-list', () => ({ source: 'bank' })),
    list('without an order', 'receipts-list', () => ({ matched: false })),
    list('a name', 'receipts-list', (turn) => ({ text: name(turn) })),
    list('to decide', 'refunds-list', () => ({})),
    list('all', 'refunds-list', () => ({ view: 'all' })),
    list('to the card', 'refunds-list', () => ({ view: 'all', way: 'card' })),
    list('a name', 'refunds-list', (turn) => ({ view: 'all', text: name(turn) })),
    list('open', 'plans-list', () => ({})),
    list('overdue', 'plans-list', () => ({ view: 'overdue' })),
    list('paid', 'plans-list', () => ({ view: 'paid' })),
    list('ended', 'plans-list', () => ({ view: 'ended' })),
    list('a name', 'plans-list', (turn) => ({ view: 'all', text: name(turn) })),
    list('all', 'invoices-list', () => ({})),
    list('credit notes', 'invoices-list', () => ({ view: 'credit_note' })),
    list('a name', 'invoices-list', (turn) => ({ text: name(turn) })),
    list('all', 'mails-list', () => ({})),
    list('given up', 'mails-list', () => ({ view: 'failed' })),
    list('a kind', 'mails-list', () => ({ kind: 'payment-received' })),
    list('an address', 'mails-list', (turn) => ({ text: one(turn).email })),
    { what: 'order-open', call: 'order-open', request: (turn) => ({ code: one(turn).code }), goal: ORDER_MS },
    { what: 'today', call: 'today', request: () => ({}), goal: TODAY_MS },
  ];
}

/** Some orders and tickets in each state that the lists show. The doctor would object; these only have to be found. */
async function varyStates({ client }: BenchDatabase): Promise<void> {
  await client.query(
    `update orders set payment_status = 'pending', total_paid = 0, pay_by = now() + interval '1 day' where id % 400 = 1`,
  );
  await client.query(`update orders set payment_status = 'cancelled', stock_released = true where id % 300 = 2`);
  await client.query(`update orders set payment_status = 'problem' where id % 5000 = 3`);
  await client.query(`update orders set payment_status = 'partial', has_payment_plan = true where id % 1000 = 4`);
  await client.query(
    `update payments set status = 'pending', due_at = now() - interval '3 days', paid_at = null, paid_amount = 0
     where order_id in (select id from orders where payment_status = 'partial' and id % 3000 = 4)`,
  );
  await client.query(`update orders set terms_version_id = null, terms_accepted_at = null where id % 700 = 5`);
  await client.query(`update tickets set status = 'refund' where id % 2000 = 6`);
  // A tenth of the orders have plans, of which one in a hundred is under way.
  await client.query(`update orders set has_payment_plan = true where id % 10 = 4`);
  await client.query(
    `update payments p set of_plan = true from orders o where o.id = p.order_id and o.has_payment_plan`,
  );
  await client.query(`update payments set status = 'cancelled' where of_plan and order_id % 5000 = 14`);
  // Some money came to the bank, did not fit, or went back.
  await client.query(`update receipts set source = 'bank' where id % 50 = 7`);
  await client.query(
    `update receipts set attention = 'unmatched', order_id = null, payment_id = null where id % 1000 = 8`,
  );
  const ledger = ['ledger_transactions', 'ledger_entries'];
  // It is append-only.
  for (const table of ledger) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`update ledger_transactions set kind = 'suspense' where receipt_id % 1000 = 8`);
  await client.query(
    `update ledger_transactions set kind = 'returned' where kind = 'payment' and receipt_id % 2000 = 9`,
  );
  await client.query(
    `update ledger_entries e set account = 'suspense'
     from ledger_transactions t where t.id = e.transaction_id and t.kind = 'suspense' and e.account = 'customer'`,
  );
  await client.query(`update mails set status = 'failed', sent_at = null where id % 3000 = 10`);
  for (const table of ledger) await client.query(`alter table ${table} enable trigger user`);
  await client.query('vacuum analyze');
}

/** Somebody who may do everything and is signed in. Returns the token of the session. */
async function givenOwner({ client }: BenchDatabase): Promise<string> {
  const token = crypto.randomBytes(32).toString('base64url');
  const { rows } = await client.query<{ id: string }>(
    `insert into staff (name, email, email_key, handle, created_at)
     values ('Bench', 'bench@example.org', 'bench@example.org', sha256('bench'), now())
     returning id`,
  );
  const { id } = rows[0]!;
  await client.query(`insert into staff_roles (staff_id, role) values ($1, 'owner')`, [id]);
  await client.query(
    `insert into staff_sessions (staff_id, token_hash, stage, begun_at, last_press_at, ends_at, fresh_until, device, ip)
     values ($1, sha256(convert_to($2, 'UTF8')), 'in', now(), now(), now() + interval '12 hours', now(), $3, '127.0.0.1')`,
    // A session belongs to its browser.
    [id, token, deviceOf(BROWSER)],
  );
  return token;
}

interface Place {
  shop: ShopProcess;
  token: string;
  orders: number;
}

async function measureCall(bench: Bench, { shop, token, orders }: Place, { what, call, request, goal }: Work) {
  const headers = {
    'content-type': 'application/json',
    origin: shop.origin,
    'sec-fetch-site': 'same-origin',
    cookie: `office=${token}`,
    'user-agent': BROWSER,
  };
  const { seconds, warmUpSeconds } = bench.sizes;
  const times: number[] = [];
  const begun = performance.now();
  for (let turn = 0; times.length < FEWEST_CALLS || performance.now() - begun < seconds * 250; turn += 1) {
    const before = performance.now();
    const response = await fetch(`${shop.origin}/office/api/${call}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(request(turn)),
    });
    const answer = await response.text();
    if (response.status !== 200) throw new Error(`${what}: ${response.status} ${answer}`);
    if (before - begun >= warmUpSeconds * 100) times.push(performance.now() - before);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  const row = { call: what, orders, p50: at(0.5), p95: at(0.95), most: at(1), goal };
  bench.officeRows.push(row);
  bench.say(`${what}: p50 ${row.p50.toFixed(1)} ms, p95 ${row.p95.toFixed(1)} ms, goal ${goal}`);
}
