-- As for orders. Each table has its own migration: one that locked several could deadlock with a payment.
create trigger late_bookings_mark_their_day after insert on ledger_transactions
  for each row when (new.booked_at < clock_timestamp() - interval '5 seconds')
  execute function row_marks_its_day('booked_at');
