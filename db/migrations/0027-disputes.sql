-- Payments that their payers dispute at a gateway.
create table disputes (
  id bigint generated always as identity primary key,
  gateway text not null,
  -- The gateway's ids of the dispute and of the payment's movement.
  dispute_id text collate "C" not null,
  transaction text collate "C" not null,
  -- Null while nobody here knows the payment.
  receipt_id bigint references receipts,
  state text not null check (state in ('open', 'money_taken', 'won', 'lost')),
  amount bigint not null check (amount > 0),
  currency text not null,
  answer_by timestamptz,
  -- The gateway's words.
  reason text not null,
  -- Booked as charged back now. Less than the amount if less was left of the receipt.
  taken bigint not null default 0 check (taken >= 0 and taken <= amount),
  -- How often it was taken: a dispute can be lost after it was won.
  takings integer not null default 0,
  -- Orders that it made a problem before any money was taken.
  frozen_orders bigint[] not null default '{}',
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  unique (gateway, dispute_id)
);
create index disputes_receipt on disputes (receipt_id);
create index disputes_undecided on disputes (answer_by) where state in ('open', 'money_taken');
