-- What the list of orders shows most besides the newest: what still waits for money, and open terms.
create index orders_open on orders (created_at, id) where payment_status in ('pending', 'processing', 'partial', 'problem');
create index orders_terms_open on orders (created_at, id)
  where terms_accepted_at is null and payment_status in ('pending', 'processing', 'partial', 'paid', 'problem');
create index order_lines_item on order_lines (item_id, order_id);
