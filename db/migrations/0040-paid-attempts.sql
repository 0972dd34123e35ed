-- The latest payments tell whether a gateway's messages still arrive.
create index payment_attempts_paid on payment_attempts (settled_at) where status = 'paid';
