-- A booking names the receipt and the refund it belongs to in columns of its own, and a tax entry its rate. Until now they were only
-- in the booking's key and in the account's name. Keys stay: they make a booking happen once.

alter table ledger_transactions
  add receipt_id bigint,
  add refund_id bigint,
  -- The bank's or gateway's reference of a movement that was booked for a receipt or order later: a charge-back, money sent back.
  add movement text;
alter table ledger_entries add tax_basis_points integer;

alter table ledger_transactions disable trigger ledger_transactions_append_only;
alter table ledger_entries disable trigger ledger_entries_append_only;

update ledger_transactions set receipt_id = split_part(key, ':', 2)::bigint where key like 'receipt:%';
update ledger_transactions set refund_id = split_part(key, ':', 2)::bigint where key like 'refund:%';
update ledger_transactions
set movement = case kind
  when 'charge_back' then regexp_replace(key, '^receipt:[0-9]+:charged_back:(rest|[0-9]+):', '')
  else regexp_replace(key, '^order:[0-9]+:returned:', '')
end
where kind in ('charge_back', 'order_returned');
update ledger_entries
set account = 'tax', tax_basis_points = (substr(account, 5)::numeric * 100)::integer
where account like 'tax:%';

alter table ledger_transactions enable trigger ledger_transactions_append_only;
alter table ledger_entries enable trigger ledger_entries_append_only;

alter table ledger_transactions
  add constraint ledger_transactions_receipt_id_fkey foreign key (receipt_id) references receipts,
  add constraint ledger_transactions_refund_id_fkey foreign key (refund_id) references refunds,
  add constraint ledger_transactions_receipt_check
    check ((receipt_id is not null) = (kind in ('payment', 'suspense', 'returned', 'charge_back'))),
  add constraint ledger_transactions_refund_check
    check ((refund_id is not null) = (kind in ('refund', 'refund_paid', 'refund_without_sale'))),
  add constraint ledger_transactions_movement_check
    check ((movement is not null) = (kind in ('charge_back', 'order_returned')));
alter table ledger_entries
  add constraint ledger_entries_tax_check check ((account = 'tax') = (tax_basis_points is not null));

create index ledger_transactions_receipt on ledger_transactions (receipt_id) where receipt_id is not null;
create index ledger_transactions_refund on ledger_transactions (refund_id) where refund_id is not null;
