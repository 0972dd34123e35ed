-- Buyers of a plan may agree that later instalments are charged to the card, which stays at the gateway.
create table charge_consents (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- The words that the buyer agreed to.
  text text not null,
  agreed_at timestamptz not null,
  ended_at timestamptz
);
create index charge_consents_order on charge_consents (order_id);

create table saved_methods (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  consent_id bigint not null references charge_consents,
  gateway text not null,
  -- Ids of the gateway.
  gateway_customer text not null,
  method text collate "C" not null,
  label text not null,
  expires text,
  saved_at timestamptz not null,
  ended_at timestamptz,
  -- When the gateway is asked to forget it; null while in use and once that is done.
  forget_at timestamptz,
  unique (consent_id, gateway, method)
);
create unique index saved_methods_in_use on saved_methods (order_id) where ended_at is null;
create index saved_methods_at_gateway on saved_methods (gateway, method);
create index saved_methods_to_forget on saved_methods (forget_at) where forget_at is not null;

alter table payment_attempts
  -- The card it is paid with is kept under this consent.
  add column consent_id bigint references charge_consents,
  -- The shop charges this card; nobody is sent anywhere.
  add column saved_method_id bigint references saved_methods;
create index payment_attempts_consent on payment_attempts (consent_id) where consent_id is not null;
create index payment_attempts_saved_method on payment_attempts (saved_method_id) where saved_method_id is not null;

create table instalment_charges (
  payment_id bigint primary key references payments,
  -- When a mail announced the charge.
  announced_at timestamptz,
  tries integer not null default 0 check (tries >= 0),
  first_tried_at timestamptz,
  last_tried_at timestamptz,
  -- Not again if null.
  retry_at timestamptz,
  failure_mailed_at timestamptz,
  check ((tries = 0) = (first_tried_at is null)),
  check ((tries = 0) = (last_tried_at is null))
);
