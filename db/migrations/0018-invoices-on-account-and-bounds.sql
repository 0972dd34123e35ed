-- Payments of a plan may have invoices of their own. A credit note may take one of them back.
alter table invoices
  drop constraint invoices_series_check,
  add constraint invoices_series_check check (series in ('invoice', 'advance', 'credit_note'));

-- What the code promises, refused by the database as well: a payment counts no more than it asks for, and a line's departure is its item's.
alter table payments
  add constraint payments_not_overpaid check (paid_amount <= amount);
alter table cart_lines
  drop constraint cart_lines_departure_id_fkey,
  add constraint cart_lines_departure_id_item_id_fkey foreign key (departure_id, item_id) references departures (id, item_id);
alter table order_lines
  drop constraint order_lines_departure_id_fkey,
  add constraint order_lines_departure_id_item_id_fkey foreign key (departure_id, item_id) references departures (id, item_id);
