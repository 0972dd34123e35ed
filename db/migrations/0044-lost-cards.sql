-- When a card's owner or bank removed it at the provider; null if it was not, or if the shop ended it.
alter table saved_methods add lost_at timestamptz;
