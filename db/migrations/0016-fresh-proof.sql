-- When the owner of a login proved again who they are, by password; null: only when it began.
alter table login_tokens add column proved_at timestamptz;
-- A login ends some time after it began, however often it is used.
create index login_tokens_created on login_tokens (created_at);
