-- The lists of tickets and people: by departure, by what is not paid in full, and by a customer's name.
create index tickets_departure on tickets (departure_id, id) where departure_id is not null;
create index tickets_pending on tickets (id) where pending;
create index customers_name on customers (search_key(full_name) text_pattern_ops) where full_name <> '';
create index customers_last_name on customers ((regexp_replace(search_key(full_name), '^.* ', '')) text_pattern_ops) where full_name <> '';
