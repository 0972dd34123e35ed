-- Until then one worker has the order, so that others do not ask the gateway the same.
alter table orders add column ending_until timestamptz;

-- Mails that somebody waits for at a screen, such as a password, go before all others.
alter table mails add column is_urgent boolean not null default false;
create index mails_to_send on mails (is_urgent desc, next_try_at, id) where status = 'waiting';
