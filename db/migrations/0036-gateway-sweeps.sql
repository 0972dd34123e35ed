-- How far the messages that a gateway lists were compared with those that arrived.
create table gateway_sweeps (
  gateway text primary key,
  swept_until timestamptz not null,
  next_at timestamptz not null,
  -- Of a sweep under way: its end, and the gateway's place in the list.
  sweeping_until timestamptz,
  after text,
  check (after is null or sweeping_until is not null)
);
alter table sandbox_callbacks add created_at timestamptz not null default '-infinity';
