-- The list of invoices and credit notes, by time, of all series or one.
create index invoices_issued on invoices (issued_at, id);
create index invoices_series on invoices (series, issued_at, id);
