-- The list of refunds: by time and by state.
create index refunds_created on refunds (created_at, id);
create index refunds_status on refunds (status, created_at, id);
