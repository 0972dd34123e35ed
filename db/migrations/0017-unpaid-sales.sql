-- The sale of an order is booked with its first money. Orders that still wait for it had their sale booked when they were placed: it is
-- reversed here, and booked again when their money comes. The ledger is append-only, so this is a counter entry like every other.
with waiting as (
  select o.id as order_id, count(*) filter (where t.kind = 'sale') - 1 as last
  from orders o join ledger_transactions t on t.order_id = o.id
  where o.total_paid = 0 and not o.stock_released
  group by o.id
  having count(*) filter (where t.kind = 'sale') > count(*) filter (where t.kind = 'sale_reversed')
    -- All of its money was taken back: it was sold, and stays so until the order ends.
    and count(*) filter (where t.kind = 'charge_back') = 0
), reversed as (
  insert into ledger_transactions (kind, key, order_id, booked_at)
  select 'sale_reversed', 'order:' || order_id || ':reversal:' || last, order_id, now()
  from waiting
  returning id, order_id
)
insert into ledger_entries (transaction_id, account, amount)
select r.id, e.account, -e.amount
from reversed r
  join waiting w on w.order_id = r.order_id
  join ledger_transactions t on t.key = 'order:' || w.order_id || ':sale:' || w.last
  join ledger_entries e on e.transaction_id = t.id
order by r.id, e.id;
