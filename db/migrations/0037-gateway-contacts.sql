-- Gateways whose calls failed, and since when none was answered.
create table gateway_contacts (
  gateway text primary key,
  -- Null once a call was answered.
  failing_since timestamptz,
  failed_at timestamptz not null
);
create index gateway_events_received on gateway_events (gateway, received_at);
