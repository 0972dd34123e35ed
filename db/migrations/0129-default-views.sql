-- The tab with which a list opens for the people of a role: one that every shop has, or a shared view.
create table default_views (
  list text not null,
  role text not null,
  built_in text check (built_in <> ''),
  saved_view_id bigint references saved_views (id),
  primary key (list, role),
  check ((built_in is null) <> (saved_view_id is null))
);
create index default_views_saved_view on default_views (saved_view_id);
