-- Whoever hands a ticket on must not learn from the time of the answer whether its new address has an account: an account that was made
-- on the spot is invited afterwards, like a registration is answered.

alter table account_requests drop constraint account_requests_kind_check;
alter table account_requests add constraint account_requests_kind_check check (kind in ('register', 'reset', 'email', 'invitation'));
alter table account_requests drop constraint account_requests_customer_check;
alter table account_requests add constraint account_requests_customer_check
  check ((kind in ('email', 'invitation')) = (customer_id is not null));
