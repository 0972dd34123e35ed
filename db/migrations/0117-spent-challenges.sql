-- Challenges that somebody solved and used, until they would no longer be accepted anyway. None is used twice.
create table spent_challenges (
  -- Of the question.
  hash bytea primary key check (length(hash) = 32),
  -- Hash of the request's key: a repeated request may use its challenge again.
  used_by bytea check (length(used_by) = 32),
  expires_at timestamptz not null
);
create index spent_challenges_expiry on spent_challenges (expires_at);
