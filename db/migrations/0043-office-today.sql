-- The first page of the office reads the newest days among all orders.
create index orders_sold on orders (created_at) include (total_price) where not stock_released;
create index ledger_transactions_booked on ledger_transactions (booked_at);
create index payments_open_due on payments (due_at) include (order_id, amount, paid_amount)
  where status in ('pending', 'processing', 'partial', 'problem');
create index orders_plans_under_way on orders (id)
  where has_payment_plan and payment_status = 'partial' and not stock_released;
