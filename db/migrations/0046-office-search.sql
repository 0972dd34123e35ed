-- The office finds people by the beginning of a name or an address, however it was typed.

-- Without case, accents and repeated blanks: "Ivo Marić" and "ivo  maric" have the same key.
create or replace function search_key(words text) returns text
language sql immutable strict parallel safe
return translate(
  replace(lower(regexp_replace(regexp_replace(normalize(trim(words), nfd), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g')), 'ß', 'ss'),
  'đłøæœ', 'dloao'
);

create index orders_name on orders (search_key(customer_name) text_pattern_ops) where customer_name <> '';
create index orders_last_name on orders ((regexp_replace(search_key(customer_name), '^.* ', '')) text_pattern_ops) where customer_name <> '';
create index tickets_name on tickets (search_key(full_name) text_pattern_ops) where full_name <> '';
create index tickets_last_name on tickets ((regexp_replace(search_key(full_name), '^.* ', '')) text_pattern_ops) where full_name <> '';

-- Comparing byte by byte serves both equality and beginnings.
drop index orders_email;
create index orders_email on orders (lower(customer_email) text_pattern_ops);
drop index tickets_email;
create index tickets_email on tickets (lower(email) text_pattern_ops);

-- What a QR code says instead of the ticket's code.
create index tickets_scanned on tickets (substr(encode(sha256(('ticket:' || code)::bytea), 'hex'), 1, 20));

create index receipts_transaction on receipts (transaction);
create index receipts_amount on receipts (amount, received_at desc);
