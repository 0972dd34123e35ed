import { SPREAD_ITEMS } from '../fill/prepare.ts';

// Database functions that write only the rows of orders and check none of the shop's rules. The tables are the shop's
// own, with their checks, foreign keys and indexes. One statement writes all rows of a kind.

/** Writes cart, line, unit and counter. The arguments are SQL: function parameters or pgbench variables. */
export const cartRows = (items: string, firstCustomer: string, customers: string): string => `
  with counted as (
    update shop_items i set held = i.held + wanted.count
    from (select item, count(*) as count from unnest(${items}) as item group by item) wanted
    where i.id = wanted.item
  ), unit as (
    insert into stock_units (item_id, status, held_until)
    select item, 'held', now() + interval '15 minutes' from unnest(${items}) as item
    returning id, item_id
  ), cart as (
    insert into carts (code, customer_id, first_added_at, expires_at)
    select gen_random_uuid()::text, ${firstCustomer} + floor(random() * ${customers})::bigint, now(),
      now() + interval '15 minutes'
    from unnest(${items})
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
  )`;

/** Writes order, line, payment, mail, and the counters. `isMailed` is 'true' or 'false'. */
export const orderRows = (cartIds: string, isMailed: string): string => `
  with placed as (
    insert into orders (code, checksum, customer_id, cart_id, channel, created_at, payment_method, payment_status,
      items_total, total_price, customer_name, customer_email, billing_country, billing_address, pay_by)
    select gen_random_uuid()::text, gen_random_uuid()::text, c.customer_id, c.id, 'web', now(), 'bank_transfer',
      'pending', l.price + l.fee, l.price + l.fee, 'Some Buyer', 'buyer@example.org', 'NL', '{"city": "Noorderzand"}',
      now() + interval '7 days'
    from carts c join cart_lines l on l.cart_id = c.id
    where c.id = any(${cartIds})
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
  ), mail as (
    ${mailRows('placed', 'order-received')} where ${isMailed}
  ), counted as (
    update shop_items i set held = i.held - moved.count, sold = i.sold + moved.count
    from (select item_id, count(*) as count from cart_lines where cart_id = any(${cartIds}) group by item_id) moved
    where i.id = moved.item_id
  ), sold as (
    update stock_units u set status = 'sold', held_until = null
    from cart_lines l where l.cart_id = any(${cartIds}) and u.id = l.unit_id
  ), ordered as (
    update carts set status = 'ordered' where id = any(${cartIds})
  )`;

const mailRows = (from: string, kind: string): string => `
    insert into mails (key, kind, recipient, subject, draft, message_id, next_try_at, created_at, order_id)
    select '${kind}:' || id, '${kind}', 'buyer@example.org', code,
      jsonb_build_object('text', repeat(md5(code), 60)), '${kind}' || code, now(), now(), id
    from ${from}`;

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
    ${cartRows('items', 'first_customer', 'customers')}
    select array_agg(cart_id) into made from paired;
    return made;
  end $$`;

/** Turns carts into orders. Returns their ids. */
const ORDERS = `
  create or replace function bench_limit_orders(cart_ids bigint[], is_mailed boolean)
  returns bigint[] language plpgsql as $$
  declare
    made bigint[];
  begin
    perform 1 from shop_items
    where id in (select item_id from cart_lines where cart_id = any(cart_ids)) order by id for no key update;
    ${orderRows('cart_ids', 'is_mailed')}
    select array_agg(id) into made from placed;
    return made;
  end $$`;

/** Makes the attempts to pay orders by card. */
const ATTEMPTS = `
  create or replace function bench_limit_attempts(order_ids bigint[]) returns bigint[] language plpgsql as $$
  begin
    insert into payment_attempts (payment_id, reference, gateway, amount, currency, status, return_origin, return_token,
      created_at, expires_at)
    select id, reference || '-1', 'sandbox', amount, 'EUR', 'open', 'http://localhost', reference, now(), due_at
    from payments where order_id = any(order_ids);
    update payments set attempts = attempts + 1 where order_id = any(order_ids);
    return order_ids;
  end $$`;

/** Pays the attempts. Writes message, receipt, bookings, ticket, invoice and mail. */
const PAID = `
  create or replace function bench_limit_paid(order_ids bigint[]) returns void language plpgsql as $$
  declare
    number integer;
  begin
    insert into gateway_events (gateway, event_id, received_at, facts, ask, done_at)
    select 'sandbox', code, now(), '[]', '[]', now() from orders where id = any(order_ids);
    update payment_attempts a set status = 'paid', settled_at = now()
    from payments p where p.id = a.payment_id and p.order_id = any(order_ids);
    update payments set status = 'paid', paid_amount = amount, paid_at = now() where order_id = any(order_ids);
    update orders set payment_status = 'paid', total_paid = total_price, pay_by = null where id = any(order_ids);
    with receipt as (
      insert into receipts (source, transaction, attempt_id, order_id, payment_id, amount, currency, received_at)
      select 'sandbox', p.reference, a.id, p.order_id, p.id, p.amount, 'EUR', now()
      from payments p join payment_attempts a on a.payment_id = p.id where p.order_id = any(order_ids)
      returning id, order_id, payment_id, amount
    ), share as (
      insert into receipt_shares (receipt_id, payment_id, amount) select id, payment_id, amount from receipt
    ), booked as (
      insert into ledger_transactions (kind, key, order_id, receipt_id, booked_at)
      select 'payment', 'limit:payment:' || id, order_id, id, now() from receipt
      union all
      select 'sale', 'limit:sale:' || id, order_id, null, now() from receipt
      returning id, kind, order_id
    )
    insert into ledger_entries (transaction_id, account, tax_basis_points, amount)
    select booked.id, entry.account, entry.rate, entry.amount
    from booked join receipt using (order_id)
      cross join lateral (values ('payment', 'gateway:sandbox', null, receipt.amount),
        ('payment', 'customer', null, -receipt.amount), ('sale', 'customer', null, receipt.amount),
        ('sale', 'sales', null, -receipt.amount + 2), ('sale', 'fees', null, -1), ('sale', 'tax', 2100, -1)
      ) as entry (kind, account, rate, amount)
    where entry.kind = booked.kind;
    insert into tickets (order_line_id, order_id, customer_id, code, pending, full_name, email, age, issued_at)
    select l.id, o.id, o.customer_id, gen_random_uuid()::text, false, l.full_name, l.email, l.age, now()
    from order_lines l join orders o on o.id = l.order_id where o.id = any(order_ids);
    ${mailRows('orders', 'payment-received')} where id = any(order_ids);
    insert into invoice_counters as counter (series, year, last, last_at)
    values ('invoice', 1, cardinality(order_ids), now())
    on conflict (series, year) do update set last = counter.last + excluded.last
    returning last into number;
    insert into invoices (series, year, number, code, order_id, sale, issued_at, content)
    select 'invoice', 1, number - row_number() over () + 1, code, id, 1, now(),
      jsonb_build_object('rows', to_jsonb(orders), 'seller', repeat('seller ', 40))
    from orders where id = any(order_ids);
  end $$`;

export const FUNCTIONS: readonly string[] = [CARTS, ORDERS, ATTEMPTS, PAID];
