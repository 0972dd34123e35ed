-- A refund or dispute whose payment the shop does not know yet waits for it, and is due at once when it is booked.
alter table gateway_events add column waits_for text;
create index gateway_events_early on gateway_events (gateway, waits_for) where waits_for is not null;
