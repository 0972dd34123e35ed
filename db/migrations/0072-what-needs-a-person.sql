-- What needs a person, without reading every charge, cancelled order and refund ever made.
create index payment_attempts_unanswered on payment_attempts (created_at, id)
  where saved_method_id is not null and status = 'created';
create index cancelled_orders_in_need on cancelled_orders (cancellation_id) where status = 'needs_you';
create index refund_movements_unclear on refund_movements (unclear_at, id) where status = 'pending' and unclear_at is not null;
