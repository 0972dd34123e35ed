-- The first instalment of a plan by transfer is due after the days for a transfer, like any other transfer. It used to
-- be due at once. Orders that still wait for it get the day: their deadline without the days of grace.
update payments
set due_at = orders.pay_by - make_interval(days => (shop_state.config->'private'->>'bankTransferGraceDays')::int)
from orders, shop_state
where payments.order_id = orders.id
  and payments.of_plan
  and payments.position = 1
  and payments.status in ('pending', 'partial', 'processing')
  and orders.payment_method = 'bank_transfer'
  and orders.pay_by - make_interval(days => (shop_state.config->'private'->>'bankTransferGraceDays')::int)
    > payments.due_at;
