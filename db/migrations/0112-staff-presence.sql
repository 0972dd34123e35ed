-- Who is looking at an order or at a matter of the inbox, for as long as the page says so every few seconds.
create table staff_presence (
  place text not null,
  staff_id bigint not null references staff (id) on delete cascade,
  seen_until timestamptz not null,
  primary key (place, staff_id)
);
create index staff_presence_staff_id on staff_presence (staff_id);
