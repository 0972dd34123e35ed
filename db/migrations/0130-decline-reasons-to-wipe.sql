-- concurrently
-- Finds the reasons of declined payments whose time is up.
create index concurrently payment_attempts_decline_reasons on payment_attempts (settled_at)
  where decline_reason is not null;
