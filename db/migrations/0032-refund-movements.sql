-- A refund is paid by movements: to the card through the gateway of its receipt, and the rest by bank.
create table refund_movements (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refunds,
  position integer not null check (position > 0),
  -- Identifies the movement at the gateway, which moves money once per key.
  key text collate "C" not null unique,
  -- Null: by bank.
  receipt_id bigint references receipts,
  gateway text,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'done', 'failed', 'replaced')),
  -- The gateway's id; null until it answered.
  gateway_refund text collate "C",
  -- Of the gateway, or of the bank, for a failed one.
  reason text not null default '',
  -- The transfer file that orders it.
  exported_in text collate "C",
  tries integer not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (refund_id, position),
  constraint refund_movements_card check ((receipt_id is null) = (gateway is null)),
  constraint refund_movements_bank check (gateway is not null or (gateway_refund is null and next_try_at is null))
);
create index refund_movements_receipt on refund_movements (receipt_id) where receipt_id is not null;
create index refund_movements_due on refund_movements (next_try_at) where next_try_at is not null;
create unique index refund_movements_at_gateway on refund_movements (gateway, gateway_refund)
  where gateway_refund is not null;

alter table refunds
  -- The customer wants the money back on the card.
  add to_card boolean not null default false,
  -- It was paid completely once, even if the money came back.
  add was_paid boolean not null default false;

-- A booking of a refund's movement names it.
alter table ledger_transactions
  drop constraint ledger_transactions_movement_check,
  add constraint ledger_transactions_movement_check check (
    case when kind in ('charge_back', 'order_returned') then movement is not null
      else movement is null or kind = 'refund_paid' end
  );

insert into refund_movements (refund_id, position, key, amount, status, exported_in, created_at, settled_at)
select id, 1, code || '-M1', total,
  case status when 'processing' then 'pending' when 'problem' then 'failed' else 'done' end,
  exported_in, created_at, ended_at
from refunds
where status in ('processing', 'problem', 'processed') and total > 0;

update refunds r set was_paid = true
where exists (select from ledger_transactions t where t.refund_id = r.id and t.kind = 'refund_paid');
