-- Personal data ends. The indexes hold only rows that still have some, so that what is due is found without reading the rest.
alter table mails add column recipient_hash bytea, add column wiped_at timestamptz;
create index mails_to_wipe on mails (coalesce(sent_at, created_at)) where status <> 'waiting' and wiped_at is null;

create index payment_attempts_to_wipe on payment_attempts (settled_at) where action is not null and settled_at is not null;
create index receipts_to_wipe on receipts (received_at) where note <> '' or (said <> '' and source = 'bank');

-- When a refund ended, in place of a moment that was computed from it once: the setting may change.
drop index refunds_erase;
alter table refunds rename erase_bank_at to ended_at;
update refunds
set ended_at = case
  when status = 'processed' then completed_at
  when status = 'problem' then now()
  when status = 'cancelled' then created_at
end;
create index refunds_to_wipe on refunds (ended_at) where bank_sealed is not null or note <> '';

create index order_lines_with_holder on order_lines (item_id) where full_name <> '';
create index orders_unpaid_with_customer on orders (created_at) where stock_released and total_paid = 0 and customer_email <> '';
create index orders_with_customer on orders (created_at) where customer_email <> '';

-- An issued document stays final, but for its buyer, who can be taken off it.
create index invoices_with_buyer on invoices (issued_at) where content #>> '{buyer,email}' <> '';
create or replace function invoices_are_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and new.content = jsonb_set(old.content, '{buyer}', '{"lines": [], "email": ""}')
    and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then
    return new;
  end if;
  raise exception 'An issued invoice is final: correct it with a credit note';
end $$;
drop trigger invoices_are_final on invoices;
create trigger invoices_are_final before update or delete on invoices for each row execute function invoices_are_final();
create trigger invoices_are_never_truncated before truncate on invoices
  for each statement execute function invoices_are_final();

-- The audit log is kept for good, so it names people by their ids only. What it says otherwise is taken out this once.
alter table audit_log disable trigger audit_log_append_only;
update audit_log
set details = case action
  when 'order.created' then details || jsonb_build_object(
    'customer', (select customer_id from orders where code = audit_log.subject))
  when 'payment.settled' then details - 'note'
  else details - 'said'
end
where action in ('order.created', 'payment.settled', 'payment.recorded', 'payment.assigned');
alter table audit_log enable trigger audit_log_append_only;
