-- Verified messages of the gateways. Each is stored before it is answered, and worked on from its row until it is done.
create table gateway_events (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's id of the message, or a digest of it.
  event_id text collate "C" not null,
  received_at timestamptz not null,
  -- What the signature proves, and what must be inquired about.
  facts jsonb not null,
  ask jsonb not null,
  -- Null once it is done, or given up.
  next_try_at timestamptz,
  tries integer not null default 0,
  done_at timestamptz,
  error text not null default '',
  unique (gateway, event_id)
);
create index gateway_events_due on gateway_events (next_try_at) where next_try_at is not null;
create index gateway_events_done on gateway_events (done_at) where done_at is not null;
create index gateway_events_given_up on gateway_events (received_at) where next_try_at is null and done_at is null;

drop index payment_attempts_at_gateway;
create unique index payment_attempts_at_gateway on payment_attempts (gateway, gateway_payment_id)
  where gateway_payment_id is not null;
