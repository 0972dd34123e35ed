-- A line in front of the whole shop, or of the items of one event. Each opening is a row of its own.
create table waiting_rooms (
  id bigint generated always as identity primary key,
  -- Null: the whole shop.
  event_id bigint references events,
  status text not null check (status in ('standby', 'scheduled', 'open', 'paused', 'closed')),
  -- Opened by the load; closes by itself.
  is_automatic boolean not null,
  set_up_at timestamptz not null,
  -- Since when a cart can only be begun with an entry.
  holds_since timestamptz,
  opens_at timestamptz,
  opened_at timestamptz,
  closed_at timestamptz,
  most_per_minute integer not null check (most_per_minute > 0),
  most_inside integer not null check (most_inside > 0),
  minutes_inside integer not null check (minutes_inside > 0),
  -- Called per minute at the moment.
  pace double precision not null check (pace > 0 and pace <= most_per_minute),
  -- When a process last could not carry more.
  strained_at timestamptz,
  -- Numbers given so far. There is no row for each: a place is a signed number.
  places integer not null default 0 check (places >= 0),
  -- Of them before the opening, whose positions are drawn from the seed.
  drawn integer check (drawn <= places),
  seed bytea check (length(seed) = 32),
  -- Everybody up to this position may enter.
  called integer not null default 0 check (called between 0 and places),
  called_at timestamptz,
  -- When a process last decided how many to call; one a second does.
  metered_at timestamptz,
  constraint waiting_rooms_scheduled check (status <> 'scheduled' or opens_at is not null),
  constraint waiting_rooms_opened check (
    (opened_at is null) = (drawn is null) and (opened_at is null) = (seed is null)
    and (opened_at is null) = (called_at is null) and (opened_at is null) = (metered_at is null)
    and (status not in ('open', 'paused') or opened_at is not null)
  ),
  constraint waiting_rooms_holds check (status in ('standby', 'closed') or holds_since is not null),
  constraint waiting_rooms_closed check ((status = 'closed') = (closed_at is not null))
);
create unique index waiting_rooms_holding on waiting_rooms (coalesce(event_id, 0))
  where status in ('scheduled', 'open', 'paused');
create unique index waiting_rooms_standby on waiting_rooms (coalesce(event_id, 0)) where status = 'standby';
create index waiting_rooms_closed_at on waiting_rooms (closed_at) where status = 'closed';

-- How far the calls had come, at most one row a second.
create table waiting_room_calls (
  room_id bigint not null references waiting_rooms on delete cascade,
  called integer not null,
  called_at timestamptz not null,
  primary key (room_id, called)
);
create index waiting_room_calls_at on waiting_room_calls (room_id, called_at);

-- Whoever was called and came. A place enters once, and begins one cart.
create table waiting_room_entries (
  room_id bigint not null references waiting_rooms on delete cascade,
  number integer not null,
  position integer not null,
  entered_at timestamptz not null,
  -- No cart may be begun from here on; later while there is a cart.
  ends_at timestamptz not null,
  cart_id bigint references carts on delete set null,
  -- Stays when the cart is deleted.
  is_used boolean not null default false,
  primary key (room_id, number),
  constraint waiting_room_entries_position unique (room_id, position),
  constraint waiting_room_entries_used check (cart_id is null or is_used)
);
create index waiting_room_entries_inside on waiting_room_entries (room_id, ends_at);
create index waiting_room_entries_entered on waiting_room_entries (room_id, entered_at);
create unique index waiting_room_entries_cart on waiting_room_entries (cart_id, room_id) where cart_id is not null;
