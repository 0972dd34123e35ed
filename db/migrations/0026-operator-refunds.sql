-- An operator refuses a request, or makes a refund without one, and tells the customer why.
alter table refunds
  add by_operator boolean not null default false,
  add is_refused boolean not null default false,
  add reason text not null default '';
alter table refunds add constraint refunds_refused check (not is_refused or status = 'cancelled');

drop index refunds_to_wipe;
create index refunds_to_wipe on refunds (ended_at)
  where bank_sealed is not null or note <> '' or reason <> '';
