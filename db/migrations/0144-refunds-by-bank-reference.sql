-- concurrently
create index concurrently refund_bank_lines_reference on refund_bank_lines (bank_reference) where bank_reference is not null;
