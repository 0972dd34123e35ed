-- What the operator has cancelled is not on sale any more, whatever the shop folder says.
alter table shop_items add withdrawn_at timestamptz;
alter table departures add withdrawn_at timestamptz;

-- A cancelled event, or a departure (or all journeys) of a cancelled item.
create table cancellations (
  id bigint generated always as identity primary key,
  event_id bigint references events,
  item_id bigint references shop_items,
  departure_id bigint references departures,
  -- Told to the customers.
  reason text not null,
  actor text not null,
  started_at timestamptz not null,
  stopped_at timestamptz,
  check ((event_id is null) <> (item_id is null)),
  check (departure_id is null or item_id is not null)
);
create unique index cancellations_event on cancellations (event_id) where event_id is not null;
create unique index cancellations_item on cancellations (item_id, departure_id) nulls not distinct where item_id is not null;

create table cancelled_orders (
  cancellation_id bigint not null references cancellations,
  order_id bigint not null references orders,
  status text not null default 'waiting' check (status in ('waiting', 'refunded', 'cancelled', 'needs_you')),
  -- Why it needs the operator.
  words text not null default '',
  -- Null once it is done.
  next_try_at timestamptz,
  tries integer not null default 0,
  primary key (cancellation_id, order_id),
  check ((status = 'waiting') = (next_try_at is not null))
);
create index cancelled_orders_due on cancelled_orders (next_try_at) where next_try_at is not null;
create index cancelled_orders_order on cancelled_orders (order_id);
