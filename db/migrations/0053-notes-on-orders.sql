-- What staff tell each other about an order. Only staff read it; it goes with the order's customer.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id),
  author text not null,
  body text not null,
  is_pinned boolean not null,
  written_at timestamptz not null,
  check (body <> '')
);
create index order_notes_order on order_notes (order_id, id);
