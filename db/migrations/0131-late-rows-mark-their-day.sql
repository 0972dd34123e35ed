-- Figures are stored of the current day too, up to a moment before which nothing is written any more. A row that is
-- dated earlier after all marks its moment, so that its figures are added up again. Purchases are never that late. Rows
-- of a backup are not late: its marks and stored figures are restored with them.
create function row_marks_its_day() returns trigger language plpgsql as $$
begin
  if current_setting('foyer.restoring', true) = 'on' then
    return null;
  end if;
  insert into changed_days (at) values ((to_jsonb(new) ->> tg_argv[0])::timestamptz);
  return null;
end $$;

create trigger late_orders_mark_their_day after insert on orders
  for each row when (new.created_at < clock_timestamp() - interval '5 seconds')
  execute function row_marks_its_day('created_at');

create trigger late_bookings_mark_their_day after insert on ledger_transactions
  for each row when (new.booked_at < clock_timestamp() - interval '5 seconds')
  execute function row_marks_its_day('booked_at');

create trigger late_documents_mark_their_day after insert on invoices
  for each row when (new.issued_at < clock_timestamp() - interval '5 seconds')
  execute function row_marks_its_day('issued_at');
