-- Lines of bank statements that paid a refund or brought its money back, each once.
create table refund_bank_lines (
  transaction text collate "C" not null,
  refund_id bigint not null references refunds,
  kind text not null check (kind in ('paid', 'returned')),
  -- The bank's reason for a return.
  words text not null default '',
  recorded_at timestamptz not null,
  primary key (transaction, refund_id)
);
create index refund_bank_lines_refund on refund_bank_lines (refund_id);

-- A keyed digest of the payer's account, to recognise a payer again.
alter table receipts add column payer bytea;
create index receipts_payer on receipts (payer) where payer is not null;

drop index receipts_to_wipe;
create index receipts_to_wipe on receipts (received_at)
  where note <> '' or payer is not null or (said <> '' and source = 'bank');
