-- concurrently
create unique index concurrently receipts_statement_line on receipts (statement_line)
  where statement_line is not null and undone_at is null;
