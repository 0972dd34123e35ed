-- What needed a person, and when the operator was told: once for each matter.
create table operator_notices (
  id bigint generated always as identity primary key,
  -- The matter's. It may open again after its end.
  key text collate "C" not null,
  kind text not null,
  opened_at timestamptz not null,
  told_at timestamptz,
  told_by text check (told_by in ('mail', 'digest')),
  ended_at timestamptz,
  check ((told_at is null) = (told_by is null))
);
create unique index operator_notices_open on operator_notices (key) where ended_at is null;
create index operator_notices_told on operator_notices (told_at);
create index operator_notices_ended on operator_notices (ended_at) where ended_at is not null;

-- One row: the processes take turns.
create table operator_rounds (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null,
  -- The last day with a digest, in the shop's zone.
  digest_day date
);

create index mails_failed on mails (id) where status = 'failed' and wiped_at is null;
create index orders_problem on orders (created_at) where payment_status = 'problem';
