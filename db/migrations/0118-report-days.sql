-- The figures of whole days that are over, so that a report about years adds up days instead of orders. A day is one of
-- the shop's zone, and all of its figures are stored at once. Nothing here is needed: what is missing is added up.
create table report_days (
  since timestamptz primary key,
  until timestamptz not null check (until > since)
);

-- Orders placed on the day that have not ended. Rows with an item are about the lines with it.
create table report_sold (
  day timestamptz not null references report_days (since) on delete cascade,
  channel text not null,
  voucher_id bigint,
  item_id bigint,
  orders bigint not null,
  units bigint not null,
  tickets bigint not null,
  -- What they cost after the discount, in minor units.
  amount bigint not null,
  -- Only of whole orders: the discount, and how many have shipping, and for how much.
  discount bigint not null,
  shipped bigint not null,
  shipping bigint not null
);
create index report_sold_day on report_sold (day);

-- How many of these orders have exactly these items. An order may have several items of one event.
create table report_baskets (
  day timestamptz not null references report_days (since) on delete cascade,
  channel text not null,
  voucher_id bigint,
  items bigint[] not null,
  orders bigint not null
);
create index report_baskets_day on report_baskets (day);

-- What the ledger booked on the day.
create table report_booked (
  day timestamptz not null references report_days (since) on delete cascade,
  kind text not null,
  account text not null,
  tax_basis_points int,
  entries bigint not null,
  amount bigint not null
);
create index report_booked_day on report_booked (day);

-- Documents issued on the day: by country and rate, by one of them (the other is null), and all of them.
create table report_taxed (
  day timestamptz not null references report_days (since) on delete cascade,
  country text,
  tax_basis_points int,
  documents bigint not null,
  net bigint not null,
  tax bigint not null
);
create index report_taxed_day on report_taxed (day);

-- Moments whose day has to be added up again, because an order that was placed then has changed. Nothing is unique, so
-- that no change waits for another.
create table changed_days (
  at timestamptz not null
);
create index changed_days_at on changed_days (at);

-- A trigger, so that a change by the version before, which runs beside this one for a while, or by hand counts as well.
-- It compares no clocks: also a day of which nothing is stored yet is marked, and storing it removes the marks.
create function order_changes_its_day() returns trigger language plpgsql as $$
begin
  insert into changed_days (at) values (old.created_at);
  return null;
end $$;

-- Nothing that a purchase writes is among these columns. The lines of an order only change with its discount.
create trigger orders_change_their_day
  after update of channel, voucher_id, discount_amount, total_price, stock_released on orders
  for each row
  when (
    (old.channel, old.voucher_id, old.discount_amount, old.total_price, old.stock_released)
      is distinct from (new.channel, new.voucher_id, new.discount_amount, new.total_price, new.stock_released)
  )
  execute function order_changes_its_day();
