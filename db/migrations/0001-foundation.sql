-- The foundation: configuration, catalogue, stock, carts, customers, orders, payments, ledger, tickets and mails.
-- There is no table of jobs: work that falls due is a row with the moment it is due, in the table it belongs to.
-- Money is bigint in minor units of the shop's currency. Instants are timestamptz. Text keys compare bytewise ("C")
-- where they are unique, so that every installation agrees.

-- ---------------------------------------------------------------- configuration and terms

create table shop_state (
  id smallint primary key default 1 check (id = 1),
  version bigint not null default 1,          -- goes up with every import that changed something
  day_zero date not null,                     -- resolved at the first import, kept by later ones
  folder_hash text not null,                  -- of the folder as last imported
  config jsonb not null,                      -- the resolved configuration, public and private part
  imported_at timestamptz not null
);

create table terms_versions (
  id bigint generated always as identity primary key,
  version text not null collate "C" unique,
  html text not null,
  published_at timestamptz not null
);

-- ---------------------------------------------------------------- catalogue

create table events (
  id bigint generated always as identity primary key,
  code text not null collate "C" unique,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null,
  venue text not null,
  address text not null,
  check (ends_at >= starts_at)
);

-- An item's stock: `capacity` is what the check guards, `capacity_wanted` is the operator's own number. They differ only
-- while the operator's number is below what is already sold and held; every release pulls `capacity` back towards it.
create table shop_items (
  id bigint generated always as identity primary key,
  external_code text not null collate "C" unique,
  kind text not null check (kind in ('tickets', 'merchandise')),
  name text not null,
  type text not null,                         -- a key of productTypes or merchandiseTypes
  event_id bigint references events,
  position integer not null,                  -- order of the folder
  is_active boolean not null default true,    -- false: gone from the folder, kept for its orders
  price bigint not null check (price >= 0),
  fee bigint not null check (fee >= 0),
  tax_basis_points integer not null check (tax_basis_points between 0 and 10000), -- 900 is 9 percent
  refund_fee bigint not null default 0 check (refund_fee >= 0),
  limit_per_order integer not null default 0 check (limit_per_order >= 0),
  travel_time_type text check (travel_time_type in ('fixed', 'selectable')),
  travel_time timestamptz,                    -- of a fixed one
  timezone text not null,
  payment_plan jsonb not null default '[]',   -- [{amount}, {amount, count, units}, ...], empty without a plan
  details jsonb not null,                     -- everything shown but not decided on: images, description, policies, flags
  capacity integer check (capacity >= 0),     -- null: unlimited
  capacity_wanted integer check (capacity_wanted >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  constraint shop_items_never_oversold check (capacity is null or sold + held <= capacity),
  check ((capacity is null) = (capacity_wanted is null)),
  check (travel_time_type is null or kind = 'tickets')
);

create table departures (
  id bigint generated always as identity primary key,
  item_id bigint not null references shop_items,
  code text not null collate "C",             -- the folder's key of the departure
  departs_at timestamptz not null,
  is_active boolean not null default true,
  capacity integer check (capacity >= 0),
  capacity_wanted integer check (capacity_wanted >= 0),
  sold integer not null default 0 check (sold >= 0),
  held integer not null default 0 check (held >= 0),
  unique (item_id, code),
  unique (id, item_id),
  constraint departures_never_oversold check (capacity is null or sold + held <= capacity),
  check ((capacity is null) = (capacity_wanted is null))
);

-- ---------------------------------------------------------------- stock

-- One row is one unit taken from sale: held for a cart until `held_until`, or sold, that is, bound to an order.
-- The counters of shop_items and departures move in the transaction that writes these rows, and under the item's lock.
create table stock_units (
  id bigint generated always as identity primary key,
  item_id bigint not null references shop_items,
  departure_id bigint,
  status text not null check (status in ('held', 'sold')),
  held_until timestamptz,
  foreign key (departure_id, item_id) references departures (id, item_id),
  check ((status = 'held') = (held_until is not null))
);
create index stock_units_held on stock_units (held_until) where status = 'held';
create index stock_units_held_of_item on stock_units (item_id, held_until) where status = 'held';

-- ---------------------------------------------------------------- customers

create table customers (
  id bigint generated always as identity primary key,
  email text not null,                        -- as typed
  email_key text not null collate "C" unique, -- compared: NFC, lower case
  full_name text not null,
  country text,
  address jsonb not null default '{}',
  password_hash text,
  password_generated boolean not null default false,
  password_expires_at timestamptz,            -- of a generated one that was never used
  created_at timestamptz not null,
  check (password_expires_at is null or (password_generated and password_hash is not null))
);
create index customers_password_expires on customers (password_expires_at) where password_expires_at is not null;

create table login_tokens (
  token_hash bytea primary key,
  customer_id bigint not null references customers on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index login_tokens_customer on login_tokens (customer_id);

-- Links from mails that work once: password reset and the first login. Only the hash of the token is kept.
create table single_use_links (
  token_hash bytea primary key,
  customer_id bigint not null references customers on delete cascade,
  purpose text not null check (purpose in ('reset', 'login')),
  payload jsonb not null default '{}',        -- login: where the customer was, {from, cart}
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index single_use_links_customer on single_use_links (customer_id, purpose);

-- What was asked for with an email address and no login. It is done after the answer, and the row goes with it: so neither
-- the answer nor its time tells whether the address is known.
create table account_requests (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('register', 'reset')),
  email text not null,
  full_name text,                             -- register: as typed
  payload jsonb not null default '{}',        -- register: where the customer was, {from, cart}
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  check ((kind = 'register') = (full_name is not null))
);
create index account_requests_next on account_requests (next_try_at);

-- ---------------------------------------------------------------- carts and vouchers

create table carts (
  id bigint generated always as identity primary key,
  code text not null collate "C" unique,
  status text not null default 'open' check (status in ('open', 'ordered', 'expired')),
  customer_id bigint references customers,    -- whoever first used it logged in; null while anonymous
  first_added_at timestamptz not null,
  expires_at timestamptz not null,
  extensions integer not null default 0 check (extensions between 0 and 10)
);
create index carts_open on carts (expires_at) where status = 'open';

create table cart_lines (
  id uuid primary key default gen_random_uuid(),
  position bigint generated always as identity, -- order of adding
  cart_id bigint not null references carts,
  item_id bigint not null references shop_items,
  departure_id bigint references departures,
  unit_id bigint not null unique,             -- the held unit; no foreign key, the unit may be released before the line is
  kind text not null check (kind in ('tickets', 'merchandise')),
  price bigint not null check (price >= 0),
  fee bigint not null check (fee >= 0),
  tax_basis_points integer not null,
  full_name text,
  email text,
  age text,
  frozen jsonb not null,                      -- name, type, event, policies, plan, times, image as they were when added
  request_key bytea unique,                   -- hash of the request that added it: one whose answer was lost adds no second one
  check (kind = 'merchandise' or (full_name is not null and email is not null))
);
create index cart_lines_cart on cart_lines (cart_id);

create table vouchers (
  id bigint generated always as identity primary key,
  code text not null,
  code_key text not null collate "C" unique,  -- compared: upper case
  name text not null,
  amount bigint not null check (amount > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  uses_limit integer check (uses_limit >= 0), -- null: unlimited
  uses integer not null default 0 check (uses >= 0),
  is_active boolean not null default true
);

-- ---------------------------------------------------------------- orders

create table orders (
  id bigint generated always as identity primary key,
  code text not null collate "C" unique,
  checksum text not null collate "C" unique,
  customer_id bigint not null references customers,
  cart_id bigint unique references carts,     -- one cart becomes one order
  channel text not null,                      -- key of the channel; 'web' for the shop
  created_at timestamptz not null,
  payment_method text not null check (payment_method in ('credit_card', 'bank_transfer', 'voucher')),
  payment_status text not null check (payment_status in
    ('pending', 'processing', 'partial', 'paid', 'problem', 'cancelled', 'abandoned')),
  items_total bigint not null check (items_total >= 0), -- prices and fees of all lines
  shipping_amount bigint not null default 0 check (shipping_amount >= 0),
  discount_amount bigint not null default 0 check (discount_amount >= 0), -- what the voucher really took off
  total_price bigint not null check (total_price >= 0),
  total_paid bigint not null default 0 check (total_paid >= 0),
  total_refunded bigint not null default 0 check (total_refunded >= 0),
  has_payment_plan boolean not null default false,
  voucher_id bigint references vouchers,
  discount_name text,
  customer_name text not null,
  customer_email text not null,
  billing_country text not null,
  billing_address jsonb not null,
  shipping_name text,
  shipping_country text,
  shipping_address jsonb,
  shipping_label text,
  terms_version_id bigint references terms_versions, -- which version was accepted; null: terms open
  terms_accepted_at timestamptz,
  terms_accepted_via text,
  pay_by timestamptz,                         -- until then unpaid stock stays with the order; null once that question is closed
  stock_released boolean not null default false, -- abandoned or cancelled: the units went back to sale
  constraint orders_total check (total_price = items_total + shipping_amount - discount_amount),
  check (total_refunded <= total_paid),
  check ((terms_version_id is null) = (terms_accepted_at is null))
);
create index orders_customer on orders (customer_id, created_at desc);
create index orders_pay_by on orders (pay_by) where pay_by is not null;

create table voucher_uses (
  voucher_id bigint not null references vouchers,
  order_id bigint not null unique references orders,
  taken_at timestamptz not null,
  given_back_at timestamptz
);

create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  position integer not null,
  item_id bigint not null references shop_items,
  departure_id bigint references departures,
  unit_id bigint unique references stock_units, -- null: the unit was released
  kind text not null check (kind in ('tickets', 'merchandise')),
  price bigint not null check (price >= 0),
  fee bigint not null check (fee >= 0),
  discount_share bigint not null default 0 check (discount_share >= 0),
  tax_basis_points integer not null,
  full_name text,
  email text,
  age text,
  frozen jsonb not null,
  unique (order_id, position)
);

-- ---------------------------------------------------------------- payments

create table payments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  position integer not null,
  reference text not null collate "C" unique,
  amount bigint not null check (amount > 0),
  paid_amount bigint not null default 0 check (paid_amount >= 0),
  due_at timestamptz not null,
  paid_at timestamptz,
  status text not null check (status in ('paid', 'cancelled', 'pending', 'processing', 'partial', 'problem')),
  attempts integer not null default 0 check (attempts >= 0), -- tries so far; the operator can set it back
  unique (order_id, position)
);

-- Every try to pay: written and committed before the gateway is called.
create table payment_attempts (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments,
  reference text not null collate "C" unique, -- what the gateway is told
  gateway text not null,
  gateway_payment_id text,                    -- what the gateway calls it, once known
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('created', 'open', 'processing', 'paid', 'declined', 'cancelled', 'expired', 'problem')),
  action jsonb,                               -- where the browser was sent: {action, url, params}
  return_origin text not null,                -- scheme and host of the shop's address that the buyer uses
  return_token text not null collate "C" unique, -- the browser comes back with it; opens nothing but the way to the order
  created_at timestamptz not null,
  expires_at timestamptz not null,            -- after this the gateway lets nobody pay it any more
  settled_at timestamptz,
  next_query_at timestamptz                   -- when the gateway is asked for the status; null once settled
);
create index payment_attempts_payment on payment_attempts (payment_id);
create index payment_attempts_query on payment_attempts (next_query_at) where next_query_at is not null;

-- Money that reached the shop, each arrival once. Whatever does not fit stays listed until the operator settles it.
create table receipts (
  id bigint generated always as identity primary key,
  source text not null,                       -- a gateway's name, or 'bank'
  transaction text not null collate "C",      -- the source's own id of the movement
  attempt_id bigint references payment_attempts,
  order_id bigint references orders,
  payment_id bigint references payments,
  amount bigint not null check (amount > 0),
  currency text not null,
  received_at timestamptz not null,
  attention text check (attention in ('late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount')),
  settled_at timestamptz,                     -- when the operator has dealt with it
  unique (source, transaction)
);
create index receipts_attention on receipts (received_at) where attention is not null and settled_at is null;

-- ---------------------------------------------------------------- ledger

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null collate "C" unique,       -- what caused it; the same cause books once
  order_id bigint references orders,
  booked_at timestamptz not null
);
create index ledger_transactions_order on ledger_transactions (order_id);

-- Debits are positive, credits negative. Append-only; the entries of one transaction sum to zero when it commits.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions,
  account text not null,
  amount bigint not null check (amount <> 0)
);
create index ledger_entries_transaction on ledger_entries (transaction_id);
create index ledger_entries_account on ledger_entries (account);

create function ledger_must_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'Ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_must_balance();

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: book a counter entry instead';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_append_only();

-- ---------------------------------------------------------------- issued items

create table tickets (
  id bigint generated always as identity primary key,
  order_line_id bigint not null unique references order_lines,
  order_id bigint not null references orders,
  customer_id bigint not null references customers, -- who manages it; the buyer until it is reassigned
  code text not null collate "C" unique,      -- at least 80 random bits; a new holder makes a new one
  generation integer not null default 1,
  status text not null default 'active' check (status in ('active', 'cancelled', 'refund', 'refunding', 'refund-problem', 'refunded')),
  pending boolean not null,                   -- of a plan that is not paid to the end
  full_name text not null,
  email text not null,
  age text,
  departure_id bigint references departures,
  name_changes integer not null default 0,
  edited_at timestamptz,                      -- the 15-minute lock after a travel-time change
  issued_at timestamptz not null
);
create index tickets_order on tickets (order_id);
create index tickets_customer on tickets (customer_id);
create index tickets_email on tickets (lower(email));

create table merchandise_purchases (
  id bigint generated always as identity primary key,
  order_line_id bigint not null unique references order_lines,
  order_id bigint not null references orders,
  code text not null collate "C" unique,
  status text not null default 'active' check (status in ('active', 'cancelled', 'refund', 'refunding', 'refund-problem', 'refunded')),
  pending boolean not null,
  issued_at timestamptz not null
);
create index merchandise_purchases_order on merchandise_purchases (order_id);

-- Somebody asked for the tickets of an address again. Which there are is found out after the answer, so that the answer and its
-- time are the same for every address.
create table ticket_requests (
  id bigint generated always as identity primary key,
  email text not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  created_at timestamptz not null
);
create index ticket_requests_next on ticket_requests (next_try_at);

-- ---------------------------------------------------------------- platform: mails, limits, repeated requests, time

create table mails (
  id bigint generated always as identity primary key,
  key text collate "C" unique,                -- what caused it; the same cause mails once
  kind text not null,
  recipient text not null,
  subject text not null,
  html text,                                  -- null while sealed, and again once wiped
  body_text text,
  sealed bytea,                               -- the encrypted body of a mail with a secret, until it is sent
  attachments jsonb not null default '[]',    -- what to attach, rendered when it is sent: [{kind, ...}]
  message_id text not null unique,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_waiting on mails (next_try_at) where status = 'waiting';

create table rate_limits (
  bucket text not null collate "C",           -- what is counted, for whom (hashed)
  window_start timestamptz not null,
  count integer not null,
  primary key (bucket, window_start)
);

create table request_results (
  key_hash bytea primary key,
  body_hash bytea not null,
  status integer not null,
  answer jsonb,                               -- null while the first request is still at work
  created_at timestamptz not null
);
create index request_results_created on request_results (created_at);

create table clock_shift (
  id smallint primary key default 1 check (id = 1),
  shift_ms bigint not null default 0          -- the time machine of development and tests; 0 in production
);
insert into clock_shift (id) values (1);

-- ---------------------------------------------------------------- the sandbox gateway keeps its own books

create table sandbox_payments (
  id text primary key collate "C",
  merchant_reference text not null collate "C" unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  return_url text not null,
  callback_url text not null,
  status text not null check (status in ('open', 'processing', 'paid', 'declined', 'cancelled', 'expired')),
  outcome text,                               -- the button that was pressed
  transaction text unique,                    -- set once money has moved
  created_at timestamptz not null,
  expires_at timestamptz not null,
  arrives_at timestamptz,                     -- of a delayed payment
  refunded bigint not null default 0 check (refunded >= 0 and refunded <= amount)
);

create table sandbox_callbacks (
  id bigint generated always as identity primary key,
  sandbox_payment_id text not null references sandbox_payments,
  event_id text not null unique,
  body text not null,
  tries integer not null default 0,
  next_try_at timestamptz,                    -- null once delivered or given up
  delivered_at timestamptz
);
create index sandbox_callbacks_next on sandbox_callbacks (next_try_at) where next_try_at is not null;
