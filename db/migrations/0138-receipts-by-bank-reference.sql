-- concurrently
create index concurrently receipts_bank_reference on receipts (bank_reference) where bank_reference is not null;
