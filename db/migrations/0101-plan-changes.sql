-- removes: the check that every part costs something. A part that was waived costs nothing any more; the version before
-- never writes such a part, and takes it for one that nobody has to pay.
alter table payments
  -- Of the original amount, in minor units: what the customer no longer has to pay.
  add column waived_amount bigint not null default 0,
  drop constraint payments_amount_check,
  add constraint payments_amount_check check (amount > 0 or (amount = 0 and waived_amount > 0)) not valid,
  add constraint payments_waived_amount_check check (waived_amount >= 0) not valid;
alter table payments validate constraint payments_amount_check;
alter table payments validate constraint payments_waived_amount_check;

-- What staff changed in a plan, so that the last change can be undone.
create table plan_changes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  kind text not null check (kind in ('moved', 'split', 'waived')),
  -- Each part before and after; `before` is null for a part that the change created.
  parts jsonb not null,
  changed_at timestamptz not null,
  undone_at timestamptz
);
create index plan_changes_order on plan_changes (order_id);
