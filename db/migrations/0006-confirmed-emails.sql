-- A new email address of an account counts once a link that was mailed there is used. Who wished for which address waits as a
-- request, like a registration: whether the address is somebody's already is found out after the answer.

alter table account_requests add column customer_id bigint references customers (id) on delete cascade;
alter table account_requests drop constraint account_requests_kind_check;
alter table account_requests add constraint account_requests_kind_check check (kind in ('register', 'reset', 'email'));
alter table account_requests add constraint account_requests_customer_check check ((kind = 'email') = (customer_id is not null));

alter table single_use_links drop constraint single_use_links_purpose_check;
alter table single_use_links add constraint single_use_links_purpose_check check (purpose in ('reset', 'login', 'email'));
