-- concurrently
-- Sorts the list of receipts by amount. Amounts of different currencies are not compared with each other.
create index concurrently receipts_currency_amount on receipts (currency, amount, received_at desc);
