-- The list of orders by states and ways of payment that few orders have.
create index orders_ended on orders (payment_status, created_at, id) where payment_status in ('cancelled', 'abandoned');
create index orders_by_voucher on orders (created_at, id) where payment_method = 'voucher';
