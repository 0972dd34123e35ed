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
  /** The `turn`th request, so that not one row alone is asked for. */
  request: (turn: number) => object;
  goal: number;
}

/** What somebody in the office does, one call after another, with as many orders in the shop as asked for. */
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
