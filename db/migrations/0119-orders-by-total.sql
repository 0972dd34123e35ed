-- concurrently
-- For the search by amount, which shows the newest orders with a total.
create index concurrently orders_total_price on orders (total_price, created_at desc);
