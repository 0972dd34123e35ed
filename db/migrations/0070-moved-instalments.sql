-- Parts of a plan that were given another day when the plan went on after a problem, so that their mails go out again.
create table moved_instalments (
  payment_id bigint primary key references payments (id),
  times integer not null check (times > 0),
  was_due_at timestamptz not null,
  moved_at timestamptz not null
);
