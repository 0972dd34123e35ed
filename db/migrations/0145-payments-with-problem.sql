-- concurrently
create index concurrently payments_with_problem on payments (order_id) where status = 'problem';
