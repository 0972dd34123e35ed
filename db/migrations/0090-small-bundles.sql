-- A customer's newest orders, and all their orders' ids, from the index alone.
create index orders_of_customer on orders (customer_id, created_at desc, id desc);
drop index orders_customer;

-- Orders that may need their customer, however old. The statement that uses it repeats the condition.
create index orders_waiting on orders (customer_id, created_at desc)
where payment_status in ('pending', 'processing', 'partial')
  or (terms_accepted_at is null and payment_status in ('paid', 'problem'));

-- The orders in which a customer manages tickets, from the index alone.
create index tickets_of_customer on tickets (customer_id, order_id);
drop index tickets_customer;
