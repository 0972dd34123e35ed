-- What payment providers pay out to the shop's bank account.
create table payouts (
  id bigint generated always as identity primary key,
  gateway text not null,
  payout_id text collate "C" not null,
  state text not null check (state in ('paid', 'failed')),
  amount bigint not null check (amount > 0),
  currency text not null,
  arrives_on date not null,
  -- As the bank statement names it.
  statement text not null,
  -- What the sum consists of, with the sign of each; null as long as the provider has not said it.
  charges bigint,
  refunds bigint,
  disputes bigint,
  fees bigint,
  failed_before bigint,
  other bigint,
  is_booked boolean not null default false,
  -- Why a person has to look at it, until settled_at.
  attention text check (attention in ('failed', 'parts_differ', 'currency')),
  reason text not null default '',
  settled_at timestamptz,
  -- The line of the bank statement.
  bank_line text collate "C" unique,
  arrived_on date,
  told_at timestamptz not null,
  unique (gateway, payout_id),
  check (num_nulls(charges, refunds, disputes, fees, failed_before, other) in (0, 6))
);
create index payouts_not_arrived on payouts (amount) where bank_line is null and state = 'paid';
create index payouts_open on payouts (told_at) where attention is not null and settled_at is null;

-- A booking of a payout names it.
alter table ledger_transactions
  drop constraint ledger_transactions_movement_check,
  add constraint ledger_transactions_movement_check check (
    case when kind in ('charge_back', 'order_returned', 'payout', 'payout_failed') then movement is not null
      else movement is null or kind in ('refund_paid', 'returned') end
  );
