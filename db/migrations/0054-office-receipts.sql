-- The list of money received: by time, by way, without an order, what had to wait, and what went back.
create index receipts_received on receipts (received_at, id);
create index receipts_source on receipts (source, received_at, id);
create index receipts_without_order on receipts (received_at, id) where order_id is null;
create index receipts_waited on receipts (received_at, id) where attention is not null;
create index ledger_transactions_sent_back on ledger_transactions (receipt_id) where kind in ('returned', 'charge_back');
