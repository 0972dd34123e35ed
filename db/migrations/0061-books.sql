-- The books of a month, closed once: afterwards nothing can be booked or issued in it. The last booking and document
-- say where the month ended; they also make a restored backup fill these tables last, when the guard must not object.
create table books (
  month text collate "C" primary key check (month ~ '^\d{4}-\d{2}$'),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  last_transaction bigint references ledger_transactions (id),
  last_invoice bigint references invoices (id),
  closed_at timestamptz not null check (closed_at >= ends_at),
  closed_by text not null,
  made_at timestamptz,
  sha256 text,
  size bigint,
  check ((made_at is null) = (sha256 is null) and (made_at is null) = (size is null))
);
create index books_to_make on books (closed_at) where made_at is null;

-- The file, in pieces that fit into an answer.
create table books_parts (
  month text collate "C" not null references books (month),
  position integer not null,
  content bytea not null,
  primary key (month, position)
);
alter table books_parts alter column content set storage external;

create function month_is_closed(moment timestamptz) returns void language plpgsql as $$
begin
  if exists (select from books where moment >= begins_at and moment < ends_at) then
    raise exception 'The books of the month of % are closed', moment;
  end if;
end $$;

create function booking_needs_open_month() returns trigger language plpgsql as $$
begin
  perform month_is_closed(new.booked_at);
  return new;
end $$;

create function document_needs_open_month() returns trigger language plpgsql as $$
begin
  perform month_is_closed(new.issued_at);
  return new;
end $$;

create trigger ledger_transactions_open_month before insert on ledger_transactions
  for each row execute function booking_needs_open_month();

create trigger invoices_open_month before insert on invoices
  for each row execute function document_needs_open_month();

create function books_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.made_at is null
    and to_jsonb(new) - '{made_at,sha256,size}'::text[] = to_jsonb(old) - '{made_at,sha256,size}'::text[] then
    return new;
  end if;
  raise exception 'Closed books are final';
end $$;

create trigger books_are_final before update or delete on books
  for each row execute function books_are_final();
