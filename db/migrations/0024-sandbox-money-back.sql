-- The sandbox learns to give money back, to keep and charge cards, and to dispute payments.
alter table sandbox_payments
  add customer text,
  add save_card boolean not null default false,
  add card_id text collate "C";

create table sandbox_cards (
  id text collate "C" primary key,
  customer text not null,
  label text not null,
  expires text not null,
  -- What happens when it is charged without its owner.
  behaviour text not null check (behaviour in ('pays', 'declines', 'needs_customer')),
  is_usable boolean not null default true
);
alter table sandbox_payments add constraint sandbox_payments_card_id_fkey foreign key (card_id) references sandbox_cards;

create table sandbox_refunds (
  id text collate "C" primary key,
  -- The shop's; null for a refund made on the sandbox's own page.
  key text collate "C" unique,
  sandbox_payment_id text collate "C" not null references sandbox_payments,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'done', 'failed')),
  reason text not null default '',
  created_at timestamptz not null,
  arrives_at timestamptz
);
create index sandbox_refunds_payment on sandbox_refunds (sandbox_payment_id);
create index sandbox_refunds_arriving on sandbox_refunds (arrives_at) where status = 'pending';

create table sandbox_disputes (
  id text collate "C" primary key,
  sandbox_payment_id text collate "C" not null unique references sandbox_payments,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('open', 'money_taken', 'won', 'lost')),
  answer_by timestamptz not null
);

-- A message can be sent again under its own id.
alter table sandbox_callbacks drop constraint sandbox_callbacks_event_id_key;
