-- A message that only asks to inquire came again while the gateway was being asked: its answer may be older.
alter table gateway_events add column asks_again boolean not null default false;
