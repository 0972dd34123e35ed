-- Keyed hash of the network that began a guest's cart, so that what one network holds can be limited, listed and freed.
-- Null for the carts of customers, and once a cart has ended.
alter table carts add column network bytea;

create index carts_network on carts (network) where status = 'open' and network is not null;
create index carts_customer on carts (customer_id) where status = 'open' and customer_id is not null;
