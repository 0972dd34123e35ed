-- What a refund and the operator's lists look for, and read the whole table before.

create index invoices_corrects on invoices (corrects_id) where corrects_id is not null;
create index orders_created on orders (created_at, id);
create index orders_email on orders (lower(customer_email));
create index audit_log_at on audit_log (at, id);
create index payment_attempts_at_gateway on payment_attempts (gateway, gateway_payment_id) where gateway_payment_id is not null;
