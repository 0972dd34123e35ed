-- What staff press for many orders at once. Each order is a due row, worked on by itself.
create table bulk_runs (
  id bigint generated always as identity primary key,
  action text not null check (action in ('mail', 'cancel')),
  -- Customers read it.
  reason text not null,
  staff_id bigint not null references staff (id),
  session_id bigint not null,
  actor text not null,
  started_at timestamptz not null,
  stopped_at timestamptz
);

create table bulk_orders (
  run_id bigint not null references bulk_runs (id),
  order_id bigint not null references orders (id),
  status text not null check (status in ('waiting', 'done', 'left_out')),
  why text check (why in ('ended', 'has_money', 'has_refunds', 'problem', 'being_paid', 'no_customer', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  primary key (run_id, order_id),
  check ((status = 'waiting') = (next_try_at is not null)),
  check ((status = 'left_out') = (why is not null))
);
create index bulk_orders_due on bulk_orders (next_try_at, order_id) where next_try_at is not null;
create index bulk_orders_order on bulk_orders (order_id);
