import type { Bench } from '../bench.ts';
import { SPREAD_ITEMS } from '../fill/prepare.ts';
import { cartRows, FUNCTIONS, orderRows } from './order-rows.ts';
import { transactionsByPgbench } from './pgbench.ts';

// Measures how many orders per second PostgreSQL can store: pgbench writes only their rows, into a fresh copy of the
// prepared shop.

const MAKE_CARTS = (many: number) => `bench_limit_carts(${many}, :first_item, :first_customer, :customers)`;

/** Makes the carts in one call and their orders in another; each call commits. */
const IN_TWO_CALLS = (many: number, isMailed: boolean) => `
select ${MAKE_CARTS(many)} as carts \\gset
select bench_limit_orders(:carts, ${isMailed});
`;

const IN_ONE_CALL = `select bench_limit_orders(${MAKE_CARTS(1)}, true);
`;

/** Makes the carts, their orders with card attempts, and the payments with ticket, invoice and second mail. */
const BY_CARD = (many: number) => `
select ${MAKE_CARTS(many)} as carts \\gset
select bench_limit_attempts(bench_limit_orders(:carts, true)) as orders \\gset
select bench_limit_paid(:orders);
`;

/** Makes the cart in one statement and the order in another; each commits. */
const CTE = `
\\set item random(:first_item, :first_item + ${SPREAD_ITEMS.length - 1})
${cartRows('array[:item::bigint]', ':first_customer', ':customers').trim().replace(/\s+/g, ' ')} select cart_id as cart from paired \\gset
${orderRows('array[:cart::bigint]', 'true').trim().replace(/\s+/g, ' ')} select from placed;
`;

/** Makes the same rows with a statement for each kind of row, in two transactions. */
const BY_KIND_OF_ROW = `
\\set item random(:first_item, :first_item + ${SPREAD_ITEMS.length - 1})
\\set customer random(:first_customer, :first_customer + :customers - 1)
begin;
update shop_items set held = held + 1 where id = :item;
insert into stock_units (item_id, status, held_until) values (:item, 'held', now() + interval '15 minutes') returning id as unit \\gset
insert into carts (code, customer_id, first_added_at, expires_at) values (gen_random_uuid()::text, :customer, now(), now() + interval '15 minutes') returning id as cart \\gset
insert into cart_lines (cart_id, item_id, unit_id, kind, price, fee, tax_basis_points, full_name, email, age, frozen) select :cart, id, :unit, kind, price, fee, tax_basis_points, 'Some Buyer', 'buyer@example.org', '25-34', details from shop_items where id = :item;
commit;
begin;
insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status, items_total, total_price, customer_name, customer_email, billing_country, billing_address, pay_by) select gen_random_uuid()::text, gen_random_uuid()::text, :customer, :cart, 'web', now(), 'bank_transfer', 'pending', price + fee, price + fee, 'Some Buyer', 'buyer@example.org', 'NL', '{"city": "Noorderzand"}', now() + interval '7 days' from cart_lines where cart_id = :cart returning id as placed \\gset
insert into order_lines (order_id, position, item_id, unit_id, kind, price, fee, tax_basis_points, full_name, email, age, frozen) select :placed, 1, item_id, unit_id, kind, price, fee, tax_basis_points, full_name, email, age, frozen from cart_lines where cart_id = :cart;
insert into payments (order_id, position, reference, amount, due_at, status) select id, 1, code || '-1', total_price, now() + interval '7 days', 'pending' from orders where id = :placed;
insert into mails (key, kind, recipient, subject, draft, message_id, next_try_at, created_at, order_id) select 'limit:' || id, 'order-received', 'buyer@example.org', code, jsonb_build_object('text', repeat(md5(code), 60)), code, now(), now(), id from orders where id = :placed;
update shop_items set held = held - 1, sold = sold + 1 where id = :item;
update stock_units set status = 'sold', held_until = null where id = :unit;
update carts set status = 'ordered' where id = :cart;
commit;
`;

const BATCH = 16;
/** More batches than this would wait for each other's counters. */
const BATCHES_AT_ONCE = 2;

type LimitParts = Pick<Bench, 'server' | 'prepared' | 'sizes'>;

/** Returns purchases per second for a script that makes `many` purchases per run. */
async function rateOf(
  { server, prepared, sizes }: LimitParts,
  script: string,
  { clients, many = 1 }: { clients: number; many?: number },
): Promise<number> {
  const database = await server.copyOf(prepared);
  try {
    for (const made of FUNCTIONS) await database.client.query(made);
    const { rows } = await database.client.query<Record<string, string>>(
      `select (select min(id) from shop_items where external_code = any($1)) as first_item,
         (select min(id) from customers where email like 'buyer-%') as first_customer,
         (select count(*) from customers where email like 'buyer-%') as customers`,
      [SPREAD_ITEMS],
    );
    const known = Object.entries(rows[0]!).map(([name, value]) => `\\set ${name} ${value}\n`);
    return (
      many * ((await transactionsByPgbench(database, known.join('') + script, { ...sizes, clients })) ?? Number.NaN)
    );
  } finally {
    await database.drop();
  }
}

/**
 * Returns the limits of orders by bank transfer per second. `each` runs a statement for each kind of row, `cte` one for
 * the cart and one for the order. `fn` makes cart and order in two function calls, `fn_one` in one. `batch16` makes
 * sixteen carts in one commit and their orders in another. `nomail` leaves out the mail.
 */
export function transferLimits(parts: LimitParts, clients: number) {
  const batches = { clients: Math.min(clients, BATCHES_AT_ONCE), many: BATCH };
  return [
    { what: 'each', measure: () => rateOf(parts, BY_KIND_OF_ROW, { clients }) },
    { what: 'cte', measure: () => rateOf(parts, CTE, { clients }) },
    { what: 'fn', measure: () => rateOf(parts, IN_TWO_CALLS(1, true), { clients }) },
    { what: 'fn_one', measure: () => rateOf(parts, IN_ONE_CALL, { clients }) },
    { what: 'fn_nomail', measure: () => rateOf(parts, IN_TWO_CALLS(1, false), { clients }) },
    { what: 'batch16', measure: () => rateOf(parts, IN_TWO_CALLS(BATCH, true), batches) },
    { what: 'batch16_nomail', measure: () => rateOf(parts, IN_TWO_CALLS(BATCH, false), batches) },
  ];
}

/** Returns the limits of purchases by card per second, in three calls: one purchase at a time, and sixteen together. */
export function cardLimits(parts: LimitParts, clients: number) {
  const batches = { clients: Math.min(clients, BATCHES_AT_ONCE), many: BATCH };
  return [
    { what: 'fn_card', measure: () => rateOf(parts, BY_CARD(1), { clients }) },
    { what: 'batch16_card', measure: () => rateOf(parts, BY_CARD(BATCH), batches) },
  ];
}
