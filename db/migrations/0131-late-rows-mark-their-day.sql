-- Figures of the current day are stored as well, up to a moment before which nothing more is written. A row that is dated
-- earlier all the same marks its moment, so that the figures are added up again. A purchase is that late only if it waits
-- for seconds. Rows of a backup are not late: its marks and stored figures are restored with them.
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
