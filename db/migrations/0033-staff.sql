-- The people who work in the office, their roles, factors and sessions.
create table staff (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  email_key text collate "C" not null unique,
  -- Null: signs in with a passkey alone, or has not accepted the invitation.
  password_hash text,
  -- The user handle of the passkeys, random so that it reveals nobody.
  handle bytea not null unique,
  -- Null: the shop's.
  language text check (language in ('en', 'de', 'hr')),
  -- Single letters act as shortcuts.
  keys boolean not null default true,
  -- Of the demo; never signs in to a shop in production.
  is_demo boolean not null default false,
  created_at timestamptz not null,
  suspended_at timestamptz,
  last_seen_at timestamptz
);

create table staff_roles (
  staff_id bigint not null references staff on delete cascade,
  role text not null check (
    role in ('owner', 'manager', 'finance', 'support', 'catalogue', 'door', 'door-supervisor', 'viewer')
  ),
  primary key (staff_id, role)
);

-- The row outlives its token, which changes after signing in and after each fresh proof.
create table staff_sessions (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  token_hash bytea not null unique,
  -- `code`: the second factor is missing. `setup`: the account has no factor yet.
  stage text not null check (stage in ('code', 'setup', 'in')),
  begun_at timestamptz not null,
  last_press_at timestamptz not null,
  ends_at timestamptz not null,
  fresh_until timestamptz not null,
  -- Family of browser and system, such as `Chrome on Windows`.
  device text not null,
  ip text not null
);
create index staff_sessions_staff on staff_sessions (staff_id);
create index staff_sessions_ends on staff_sessions (ends_at);

create table staff_passkeys (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- The host it was made for; it works on no other.
  rp_id text not null,
  name text not null,
  is_synced boolean not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  counter_went_back_at timestamptz
);
create index staff_passkeys_staff on staff_passkeys (staff_id);

create table staff_totp (
  staff_id bigint primary key references staff on delete cascade,
  sealed bytea,
  added_at timestamptz,
  -- The last 30-second step a code was accepted for.
  last_step bigint not null default 0,
  -- Waits for its first code.
  pending_sealed bytea,
  pending_since timestamptz,
  constraint staff_totp_added check ((sealed is null) = (added_at is null)),
  constraint staff_totp_pending check ((pending_sealed is null) = (pending_since is null))
);

create table staff_recovery_codes (
  staff_id bigint not null references staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

-- One link per person: an invitation, or a new beginning after a reset.
create table staff_invites (
  staff_id bigint primary key references staff on delete cascade,
  token_hash bytea not null unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);

-- Browsers a person has signed in with, so that a new one is mailed.
create table staff_devices (
  staff_id bigint not null references staff on delete cascade,
  device text not null,
  seen_at timestamptz not null,
  primary key (staff_id, device)
);

create table webauthn_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('login', 'add', 'step-up')),
  -- Null for signing in: the answer says who it is.
  session_id bigint references staff_sessions on delete cascade,
  expires_at timestamptz not null,
  constraint webauthn_challenges_session check ((purpose = 'login') = (session_id is null))
);
create index webauthn_challenges_expires on webauthn_challenges (expires_at);

alter table audit_log
  add column staff_id bigint references staff,
  -- Sessions are deleted; their numbers stay.
  add column session_id bigint,
  add column via text check (via in ('office', 'cli', 'device', 'system', 'gateway', 'customer')),
  add column request_key text collate "C",
  add column undoes bigint references audit_log,
  add constraint audit_log_staff check (staff_id is null or via in ('office', 'device'));
create index audit_log_staff_id on audit_log (staff_id, id) where staff_id is not null;
create index audit_log_action on audit_log (action collate "C", id);
create index audit_log_via on audit_log (via, id);

-- What has an end, beside the entries that have none.
create table audit_private (
  audit_id bigint primary key references audit_log,
  ip text not null default '',
  device text not null default '',
  before jsonb,
  after jsonb,
  until timestamptz not null
);
create index audit_private_until on audit_private (until);
