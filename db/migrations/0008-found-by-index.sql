-- What is asked for every second, by every scanner or by the operator, and read the whole table before.

create index sandbox_payments_arriving on sandbox_payments (arrives_at) where status = 'processing';
create index tickets_not_active on tickets (id) where status <> 'active';
create index carts_expired on carts (expires_at) where status = 'expired';
create index receipts_order on receipts (order_id);
create index orders_ended_paid on orders (created_at) where stock_released and total_paid > 0;
