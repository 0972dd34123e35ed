-- On this day of the shop's zone the order is in the inbox, until somebody takes the day off or moves it.
alter table order_notes add column remind_on date;
create index order_notes_remind on order_notes (remind_on, id) where remind_on is not null;
