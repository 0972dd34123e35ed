-- Filters of a list that staff keep as a tab: their own, and those that everybody has.
create table saved_views (
  id bigint generated always as identity primary key,
  -- Of the list, below /office.
  list text not null,
  -- Whoever saved it; a shared view stays when that person goes.
  staff_id bigint not null references staff (id),
  is_shared boolean not null,
  name text not null check (name <> ''),
  -- The part of the list's address after the question mark, without what was searched for.
  query text not null,
  position integer not null,
  created_at timestamptz not null
);
create index saved_views_list on saved_views (list, staff_id);
