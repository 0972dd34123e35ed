-- Transfers that were booked by mistake and taken back. The bank's movement can then be booked again.
alter table receipts
  -- The status of its order before it was booked; null for other money, and before this was recorded.
  add column order_was text,
  add column undone_at timestamptz;
alter table receipts drop constraint receipts_source_transaction_key;
create unique index receipts_booked_once on receipts (source, transaction) where undone_at is null;

alter table ledger_transactions
  drop constraint ledger_transactions_receipt_check,
  add constraint ledger_transactions_receipt_check check (
    (receipt_id is not null) = (kind in ('payment', 'suspense', 'returned', 'charge_back', 'undone'))
  );
