-- New matters go to the operator's webhook too, if there is one.
alter table operator_notices
  -- Null: there was no webhook.
  add webhook_body jsonb,
  -- Null once it was sent or given up.
  add webhook_next_at timestamptz,
  add webhook_tries integer not null default 0,
  add webhook_sent_at timestamptz,
  add webhook_error text not null default '',
  add check (webhook_body is not null or (webhook_next_at is null and webhook_sent_at is null));
create index operator_notices_webhook_due on operator_notices (webhook_next_at) where webhook_next_at is not null;
create index operator_notices_webhook_given_up on operator_notices (id)
  where webhook_body is not null and webhook_next_at is null and webhook_sent_at is null;
create index operator_notices_webhook_sent on operator_notices (webhook_sent_at) where webhook_sent_at is not null;
