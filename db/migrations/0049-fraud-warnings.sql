-- What card schemes warn of before a payment is disputed.
create table fraud_warnings (
  id bigint generated always as identity primary key,
  gateway text not null,
  warning_id text collate "C" not null,
  transaction text collate "C" not null,
  reason text not null,
  told_at timestamptz not null,
  -- A person has decided to do nothing.
  settled_at timestamptz,
  unique (gateway, warning_id)
);
create index fraud_warnings_open on fraud_warnings (told_at) where settled_at is null;
