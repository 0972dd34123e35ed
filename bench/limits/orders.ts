import type { Bench } from '../bench.ts';
import { SPREAD_ITEMS } from '../fill/prepare.ts';
import { transactionsByPgbench } from './pgbench.ts';

// Measures what PostgreSQL does with only the rows of orders by transfer, on the shop's own tables with their checks,
// foreign keys and indexes: cart, unit, line, order, order line, payment, mail, and the counters. No rule reads
// anything.

/** Makes `many` carts with one item each; returns their ids. */
const CARTS = `
  create or replace function bench_limit_carts(many integer, first_item bigint, first_customer bigint, customers integer)
  returns bigint[] language plpgsql as $$
  declare
    items bigint[] := array(
      select first_item + floor(random() * ${SPREAD_ITEMS.length})::bigint from generate_series(1, many)
    );
    made bigint[];
  begin
    perform 1 from shop_items where id = any(items) order by id for no key update;
    update shop_items i set held = i.held + wanted.count
    from (select item, count(*) as count from unnest(items) as item group by item) wanted
    where i.id = wanted.item;
    with unit as (
      insert into stock_units (item_id, status, held_until)
      select item, 'held', now() + interval '15 minutes' from unnest(items) as item
      returning id, item_id
    ), cart as (
      insert into carts (code, customer_id, first_added_at, expires_at)
      select gen_random_uuid()::text, first_customer + floor(random() * customers)::bigint, now(),
        now() + interval '15 minutes'
      from generate_series(1, many)
      returning id
    ), paired as (
      select cart.id as cart_id, unit.id as unit_id, unit.item_id
      from (select id, row_number() over () as n from cart) cart
        join (select id, item_id, row_number() over () as n from unit) unit using (n)
    ), line as (
      insert into cart_lines (cart_id, item_id, unit_id, kind, price, fee, tax_basis_points, full_name, email, age, frozen)
      select cart_id, item_id, unit_id, i.kind, i.price, i.fee, i.tax_basis_points, 'Some Buyer', 'buyer@example.org',
        '25-34', i.details
      from paired join shop_items i on i.id = item_id
    )
    select array_agg(cart_id) into made from paired;
    return made;
  end $$`;

const ORDERS = `
  create or replace function bench_limit_orders(cart_ids bigint[]) returns void language plpgsql as $$
  begin
    with placed as (
      insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status,
        items_total, total_price, customer_name, customer_email, billing_country, billing_address, pay_by)
      select gen_random_uuid()::text, gen_random_uuid()::text, c.customer_id, c.id, 'web', now(), 'bank_transfer',
        'pending', l.price + l.fee, l.price + l.fee, 'Some Buyer', 'buyer@example.org', 'NL', '{"city": "Noorderzand"}',
        now() + interval '7 days'
      from carts c join cart_lines l on l.cart_id = c.id
      where c.id = any(cart_ids)
      returning id, cart_id, total_price, code
    ), line as (
      insert into order_lines (order_id, position, item_id, unit_id, kind, price, fee, tax_basis_points, full_name,
        email, age, frozen)
      select placed.id, 1, l.item_id, l.unit_id, l.kind, l.price, l.fee, l.tax_basis_points, l.full_name, l.email,
        l.age, l.frozen
      from placed join cart_lines l on l.cart_id = placed.cart_id
    ), payment as (
      insert into payments (order_id, position, reference, amount, due_at, status)
      select id, 1, code || '-1', total_price, now() + interval '7 days', 'pending' from placed
    )
    insert into mails (key, kind, recipient, subject, draft, message_id, next_try_at, created_at, order_id)
    select 'limit:' || id, 'order-received', 'buyer@example.org', code,
      jsonb_build_object('text', repeat(md5(code), 60)), code, now(), now(), id
    from placed;
    update shop_items i set held = i.held - sold.count, sold = i.sold + sold.count
    from (select item_id, count(*) as count from cart_lines where cart_id = any(cart_ids) group by item_id) sold
    where i.id = sold.item_id;
    update stock_units u set status = 'sold', held_until = null
    from cart_lines l where l.cart_id = any(cart_ids) and u.id = l.unit_id;
    update carts set status = 'ordered' where id = any(cart_ids);
  end $$`;

const TOGETHER = (many: number) => `
select bench_limit_carts(${many}, :first_item, :first_customer, :customers) as carts \\gset
select bench_limit_orders(:carts);
`;

/** Makes the same rows by one statement for each kind of row, in two transactions. */
const EACH = `
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
/** With more, batches would wait for the same counters. */
const BATCHES_AT_ONCE = 2;

/**
 * Measures orders by transfer per second: `each` with one statement for each kind of row, `fn` with one call for the
 * cart and one for the order, and `batch16` with sixteen carts in a commit and their orders in another. Each uses a
 * fresh copy of the prepared shop.
 */
export function orderLimits(
  { server, prepared, sizes }: Pick<Bench, 'server' | 'prepared' | 'sizes'>,
  clients: number,
) {
  const run = async (sql: string, atOnce: number): Promise<number> => {
    const database = await server.copyOf(prepared);
    try {
      await database.client.query(CARTS);
      await database.client.query(ORDERS);
      const { rows } = await database.client.query<Record<string, string>>(
        `select (select min(id) from shop_items where external_code = any($1)) as first_item,
           (select min(id) from customers where email like 'buyer-%') as first_customer,
           (select count(*) from customers where email like 'buyer-%') as customers`,
        [SPREAD_ITEMS],
      );
      const known = Object.entries(rows[0]!).map(([name, value]) => `\\set ${name} ${value}\n`);
      return (await transactionsByPgbench(database, known.join('') + sql, { ...sizes, clients: atOnce })) ?? Number.NaN;
    } finally {
      await database.drop();
    }
  };
  return [
    { what: 'each', measure: () => run(EACH, clients) },
    { what: 'fn', measure: () => run(TOGETHER(1), clients) },
    {
      what: 'batch16',
      measure: async () => BATCH * (await run(TOGETHER(BATCH), Math.min(clients, BATCHES_AT_ONCE))),
    },
  ];
}
