-- Where accounts are used from, so that tries from elsewhere cannot keep their owners out.

create table login_networks (
  hash bytea primary key,          -- of the account's email and the network
  used_at timestamptz not null
);
create index login_networks_used on login_networks (used_at);
