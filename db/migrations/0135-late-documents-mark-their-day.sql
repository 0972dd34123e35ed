-- As for orders.
create trigger late_documents_mark_their_day after insert on invoices
  for each row when (new.issued_at < clock_timestamp() - interval '5 seconds')
  execute function row_marks_its_day('issued_at');
