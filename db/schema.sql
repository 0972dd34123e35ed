-- The schema after all migrations of db/migrations, written by tools/golden/golden.ts. To read, not to run;
-- npm test fails when it is out of date (node tools/golden/golden.ts --write).

create table account_requests (
  id bigint not null generated always as identity,
  kind text not null,
  email text not null,
  full_name text,
  payload jsonb not null default '{}'::jsonb,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  customer_id bigint,
  constraint account_requests_pkey PRIMARY KEY (id),
  constraint account_requests_check CHECK (((kind = 'register'::text) = (full_name IS NOT NULL))),
  constraint account_requests_customer_check CHECK (((kind = ANY (ARRAY['email'::text, 'invitation'::text])) = (customer_id IS NOT NULL))),
  constraint account_requests_kind_check CHECK ((kind = ANY (ARRAY['register'::text, 'reset'::text, 'email'::text, 'invitation'::text]))),
  constraint account_requests_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE INDEX account_requests_next ON public.account_requests USING btree (next_try_at);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  staff_id bigint,
  session_id bigint,
  via text,
  request_key text collate "C",
  undoes bigint,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_staff CHECK (((staff_id IS NULL) OR (via = ANY (ARRAY['office'::text, 'device'::text])))),
  constraint audit_log_via_check CHECK ((via = ANY (ARRAY['office'::text, 'cli'::text, 'device'::text, 'system'::text, 'gateway'::text, 'customer'::text]))),
  constraint audit_log_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint audit_log_undoes_fkey FOREIGN KEY (undoes) REFERENCES audit_log(id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action COLLATE "C", id);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at, id);
CREATE INDEX audit_log_staff_id ON public.audit_log USING btree (staff_id, id) WHERE (staff_id IS NOT NULL);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, at);
CREATE INDEX audit_log_via ON public.audit_log USING btree (via, id);

create table audit_private (
  audit_id bigint not null,
  ip text not null default ''::text,
  device text not null default ''::text,
  before jsonb,
  after jsonb,
  until timestamp with time zone not null,
  constraint audit_private_pkey PRIMARY KEY (audit_id),
  constraint audit_private_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id)
);
CREATE INDEX audit_private_until ON public.audit_private USING btree (until);

create table books (
  month text collate "C" not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  last_transaction bigint,
  last_invoice bigint,
  closed_at timestamp with time zone not null,
  closed_by text not null,
  made_at timestamp with time zone,
  sha256 text,
  size bigint,
  constraint books_pkey PRIMARY KEY (month),
  constraint books_check CHECK ((ends_at > begins_at)),
  constraint books_check1 CHECK ((closed_at >= ends_at)),
  constraint books_check2 CHECK ((((made_at IS NULL) = (sha256 IS NULL)) AND ((made_at IS NULL) = (size IS NULL)))),
  constraint books_month_check CHECK ((month ~ '^\d{4}-\d{2}$'::text)),
  constraint books_last_invoice_fkey FOREIGN KEY (last_invoice) REFERENCES invoices(id),
  constraint books_last_transaction_fkey FOREIGN KEY (last_transaction) REFERENCES ledger_transactions(id)
);
CREATE INDEX books_to_make ON public.books USING btree (closed_at) WHERE (made_at IS NULL);

create table books_parts (
  month text collate "C" not null,
  position integer not null,
  content bytea not null,
  constraint books_parts_pkey PRIMARY KEY (month, "position"),
  constraint books_parts_month_fkey FOREIGN KEY (month) REFERENCES books(month)
);

create table bulk_mails (
  run_id bigint not null,
  mail_id bigint not null,
  sent_id bigint,
  why text,
  constraint bulk_mails_pkey PRIMARY KEY (run_id, mail_id),
  constraint bulk_mails_check CHECK (((sent_id IS NULL) = (why IS NOT NULL))),
  constraint bulk_mails_why_check CHECK ((why = ANY (ARRAY['account'::text, 'not_sent'::text, 'not_failed'::text, 'wiped'::text, 'secret'::text]))),
  constraint bulk_mails_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id),
  constraint bulk_mails_run_id_fkey FOREIGN KEY (run_id) REFERENCES bulk_runs(id),
  constraint bulk_mails_sent_id_fkey FOREIGN KEY (sent_id) REFERENCES mails(id)
);

create table bulk_orders (
  run_id bigint not null,
  order_id bigint not null,
  status text not null,
  why text,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  constraint bulk_orders_pkey PRIMARY KEY (run_id, order_id),
  constraint bulk_orders_check CHECK (((status = 'waiting'::text) = (next_try_at IS NOT NULL))),
  constraint bulk_orders_check1 CHECK (((status = 'left_out'::text) = (why IS NOT NULL))),
  constraint bulk_orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'left_out'::text]))),
  constraint bulk_orders_why_check CHECK ((why = ANY (ARRAY['ended'::text, 'has_money'::text, 'has_refunds'::text, 'problem'::text, 'being_paid'::text, 'no_customer'::text, 'failed'::text]))),
  constraint bulk_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint bulk_orders_run_id_fkey FOREIGN KEY (run_id) REFERENCES bulk_runs(id)
);
CREATE INDEX bulk_orders_due ON public.bulk_orders USING btree (next_try_at, order_id) WHERE (next_try_at IS NOT NULL);
CREATE INDEX bulk_orders_order ON public.bulk_orders USING btree (order_id);

create table bulk_runs (
  id bigint not null generated always as identity,
  action text not null,
  reason text not null,
  staff_id bigint not null,
  session_id bigint not null,
  actor text not null,
  started_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint bulk_runs_pkey PRIMARY KEY (id),
  constraint bulk_runs_action_check CHECK ((action = ANY (ARRAY['mail'::text, 'cancel'::text, 'mails-again'::text, 'mails-retry'::text]))),
  constraint bulk_runs_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);

create table cancellations (
  id bigint not null generated always as identity,
  event_id bigint,
  item_id bigint,
  departure_id bigint,
  reason text not null,
  actor text not null,
  started_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint cancellations_pkey PRIMARY KEY (id),
  constraint cancellations_check CHECK (((event_id IS NULL) <> (item_id IS NULL))),
  constraint cancellations_check1 CHECK (((departure_id IS NULL) OR (item_id IS NOT NULL))),
  constraint cancellations_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id),
  constraint cancellations_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint cancellations_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop_items(id)
);
CREATE UNIQUE INDEX cancellations_event ON public.cancellations USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE UNIQUE INDEX cancellations_item ON public.cancellations USING btree (item_id, departure_id) NULLS NOT DISTINCT WHERE (item_id IS NOT NULL);

create table cancelled_orders (
  cancellation_id bigint not null,
  order_id bigint not null,
  status text not null default 'waiting'::text,
  words text not null default ''::text,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  constraint cancelled_orders_pkey PRIMARY KEY (cancellation_id, order_id),
  constraint cancelled_orders_check CHECK (((status = 'waiting'::text) = (next_try_at IS NOT NULL))),
  constraint cancelled_orders_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'refunded'::text, 'cancelled'::text, 'needs_you'::text]))),
  constraint cancelled_orders_cancellation_id_fkey FOREIGN KEY (cancellation_id) REFERENCES cancellations(id),
  constraint cancelled_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX cancelled_orders_due ON public.cancelled_orders USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX cancelled_orders_in_need ON public.cancelled_orders USING btree (cancellation_id) WHERE (status = 'needs_you'::text);
CREATE INDEX cancelled_orders_order ON public.cancelled_orders USING btree (order_id);

create table cart_lines (
  id uuid not null default gen_random_uuid(),
  position bigint not null generated always as identity,
  cart_id bigint not null,
  item_id bigint not null,
  departure_id bigint,
  unit_id bigint not null,
  kind text not null,
  price bigint not null,
  fee bigint not null,
  tax_basis_points integer not null,
  full_name text,
  email text,
  age text,
  frozen jsonb not null,
  request_key bytea,
  constraint cart_lines_pkey PRIMARY KEY (id),
  constraint cart_lines_request_key_key UNIQUE (request_key),
  constraint cart_lines_unit_id_key UNIQUE (unit_id),
  constraint cart_lines_check CHECK (((kind = 'merchandise'::text) OR ((full_name IS NOT NULL) AND (email IS NOT NULL)))),
  constraint cart_lines_fee_check CHECK ((fee >= 0)),
  constraint cart_lines_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'merchandise'::text]))),
  constraint cart_lines_price_check CHECK ((price >= 0)),
  constraint cart_lines_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id),
  constraint cart_lines_departure_id_item_id_fkey FOREIGN KEY (departure_id, item_id) REFERENCES departures(id, item_id),
  constraint cart_lines_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop_items(id)
);
CREATE INDEX cart_lines_cart ON public.cart_lines USING btree (cart_id);

create table carts (
  id bigint not null generated always as identity,
  code text collate "C" not null,
  status text not null default 'open'::text,
  customer_id bigint,
  first_added_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  extensions integer not null default 0,
  former_code text,
  network bytea,
  constraint carts_pkey PRIMARY KEY (id),
  constraint carts_code_key UNIQUE (code),
  constraint carts_extensions_check CHECK (((extensions >= 0) AND (extensions <= 10))),
  constraint carts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'ordered'::text, 'expired'::text]))),
  constraint carts_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id)
);
CREATE INDEX carts_customer ON public.carts USING btree (customer_id) WHERE ((status = 'open'::text) AND (customer_id IS NOT NULL));
CREATE INDEX carts_expired ON public.carts USING btree (expires_at) WHERE (status = 'expired'::text);
CREATE UNIQUE INDEX carts_former_code ON public.carts USING btree (former_code) WHERE (former_code IS NOT NULL);
CREATE INDEX carts_network ON public.carts USING btree (network) WHERE ((status = 'open'::text) AND (network IS NOT NULL));
CREATE INDEX carts_open ON public.carts USING btree (expires_at) WHERE (status = 'open'::text);

create table changed_days (
  at timestamp with time zone not null
);
CREATE INDEX changed_days_at ON public.changed_days USING btree (at);

create table charge_consents (
  id bigint not null generated always as identity,
  order_id bigint not null,
  text text not null,
  agreed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint charge_consents_pkey PRIMARY KEY (id),
  constraint charge_consents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX charge_consents_order ON public.charge_consents USING btree (order_id);

create table clock_shift (
  id smallint not null default 1,
  shift_ms bigint not null default 0,
  constraint clock_shift_pkey PRIMARY KEY (id),
  constraint clock_shift_id_check CHECK ((id = 1))
);

create table customers (
  id bigint not null generated always as identity,
  email text not null,
  email_key text collate "C" not null,
  full_name text not null,
  country text,
  address jsonb not null default '{}'::jsonb,
  password_hash text,
  password_generated boolean not null default false,
  password_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint customers_pkey PRIMARY KEY (id),
  constraint customers_email_key_key UNIQUE (email_key),
  constraint customers_check CHECK (((password_expires_at IS NULL) OR (password_generated AND (password_hash IS NOT NULL))))
);
CREATE INDEX customers_last_name ON public.customers USING btree (regexp_replace(search_key(full_name), '^.* '::text, ''::text) text_pattern_ops) WHERE (full_name <> ''::text);
CREATE INDEX customers_last_words ON public.customers USING btree ("substring"(search_key(full_name), '[^ ]+ [^ ]+$'::text) text_pattern_ops) WHERE (search_key(full_name) ~~ '% % %'::text);
CREATE INDEX customers_name ON public.customers USING btree (search_key(full_name) text_pattern_ops) WHERE (full_name <> ''::text);
CREATE INDEX customers_password_expires ON public.customers USING btree (password_expires_at) WHERE (password_expires_at IS NOT NULL);

create table default_views (
  list text not null,
  role text not null,
  built_in text,
  saved_view_id bigint,
  constraint default_views_pkey PRIMARY KEY (list, role),
  constraint default_views_built_in_check CHECK ((built_in <> ''::text)),
  constraint default_views_check CHECK (((built_in IS NULL) <> (saved_view_id IS NULL))),
  constraint default_views_saved_view_id_fkey FOREIGN KEY (saved_view_id) REFERENCES saved_views(id)
);
CREATE INDEX default_views_saved_view ON public.default_views USING btree (saved_view_id);

create table departures (
  id bigint not null generated always as identity,
  item_id bigint not null,
  code text collate "C" not null,
  departs_at timestamp with time zone not null,
  is_active boolean not null default true,
  capacity integer,
  capacity_wanted integer,
  sold integer not null default 0,
  held integer not null default 0,
  withdrawn_at timestamp with time zone,
  constraint departures_pkey PRIMARY KEY (id),
  constraint departures_id_item_id_key UNIQUE (id, item_id),
  constraint departures_item_id_code_key UNIQUE (item_id, code),
  constraint departures_capacity_check CHECK ((capacity >= 0)),
  constraint departures_capacity_wanted_check CHECK ((capacity_wanted >= 0)),
  constraint departures_check CHECK (((capacity IS NULL) = (capacity_wanted IS NULL))),
  constraint departures_held_check CHECK ((held >= 0)),
  constraint departures_never_oversold CHECK (((capacity IS NULL) OR ((sold + held) <= capacity))),
  constraint departures_sold_check CHECK ((sold >= 0)),
  constraint departures_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop_items(id)
);

create table disputes (
  id bigint not null generated always as identity,
  gateway text not null,
  dispute_id text collate "C" not null,
  transaction text collate "C" not null,
  receipt_id bigint,
  state text not null,
  amount bigint not null,
  currency text not null,
  answer_by timestamp with time zone,
  reason text not null,
  taken bigint not null default 0,
  takings integer not null default 0,
  frozen_orders bigint[] not null default '{}'::bigint[],
  opened_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_gateway_dispute_id_key UNIQUE (gateway, dispute_id),
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_check CHECK (((taken >= 0) AND (taken <= amount))),
  constraint disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'money_taken'::text, 'won'::text, 'lost'::text]))),
  constraint disputes_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX disputes_receipt ON public.disputes USING btree (receipt_id);
CREATE INDEX disputes_undecided ON public.disputes USING btree (answer_by) WHERE (state = ANY (ARRAY['open'::text, 'money_taken'::text]));

create table events (
  id bigint not null generated always as identity,
  code text collate "C" not null,
  name text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  timezone text not null,
  venue text not null,
  address text not null,
  entrance text,
  gate_times text,
  bring text,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_code_key UNIQUE (code),
  constraint events_check CHECK ((ends_at >= starts_at))
);

create table fraud_warnings (
  id bigint not null generated always as identity,
  gateway text not null,
  warning_id text collate "C" not null,
  transaction text collate "C" not null,
  reason text not null,
  told_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint fraud_warnings_pkey PRIMARY KEY (id),
  constraint fraud_warnings_gateway_warning_id_key UNIQUE (gateway, warning_id)
);
CREATE INDEX fraud_warnings_open ON public.fraud_warnings USING btree (told_at) WHERE (settled_at IS NULL);

create table gateway_contacts (
  gateway text not null,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone not null,
  constraint gateway_contacts_pkey PRIMARY KEY (gateway)
);

create table gateway_events (
  id bigint not null generated always as identity,
  gateway text not null,
  event_id text collate "C" not null,
  received_at timestamp with time zone not null,
  facts jsonb not null,
  ask jsonb not null,
  next_try_at timestamp with time zone,
  tries integer not null default 0,
  done_at timestamp with time zone,
  error text not null default ''::text,
  waits_for text,
  asks_again boolean not null default false,
  constraint gateway_events_pkey PRIMARY KEY (id),
  constraint gateway_events_gateway_event_id_key UNIQUE (gateway, event_id)
);
CREATE INDEX gateway_events_done ON public.gateway_events USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX gateway_events_due ON public.gateway_events USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX gateway_events_early ON public.gateway_events USING btree (gateway, waits_for) WHERE (waits_for IS NOT NULL);
CREATE INDEX gateway_events_given_up ON public.gateway_events USING btree (received_at) WHERE ((next_try_at IS NULL) AND (done_at IS NULL));
CREATE INDEX gateway_events_received ON public.gateway_events USING btree (gateway, received_at);

create table gateway_sweeps (
  gateway text not null,
  swept_until timestamp with time zone not null,
  next_at timestamp with time zone not null,
  sweeping_until timestamp with time zone,
  after text,
  constraint gateway_sweeps_pkey PRIMARY KEY (gateway),
  constraint gateway_sweeps_check CHECK (((after IS NULL) OR (sweeping_until IS NOT NULL)))
);

create table inbox_marks (
  key text not null,
  taken_by bigint,
  taken_at timestamp with time zone,
  snoozed_by bigint,
  snoozed_until timestamp with time zone,
  snooze_reason text not null default ''::text,
  constraint inbox_marks_pkey PRIMARY KEY (key),
  constraint inbox_marks_check CHECK (((taken_by IS NULL) = (taken_at IS NULL))),
  constraint inbox_marks_check1 CHECK (((snoozed_by IS NULL) = (snoozed_until IS NULL))),
  constraint inbox_marks_check2 CHECK (((taken_by IS NOT NULL) OR (snoozed_by IS NOT NULL))),
  constraint inbox_marks_snoozed_by_fkey FOREIGN KEY (snoozed_by) REFERENCES staff(id),
  constraint inbox_marks_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES staff(id)
);
CREATE INDEX inbox_marks_snoozed_by ON public.inbox_marks USING btree (snoozed_by);
CREATE INDEX inbox_marks_taken_by ON public.inbox_marks USING btree (taken_by);

create table instalment_charges (
  payment_id bigint not null,
  announced_at timestamp with time zone,
  tries integer not null default 0,
  first_tried_at timestamp with time zone,
  last_tried_at timestamp with time zone,
  retry_at timestamp with time zone,
  failure_mailed_at timestamp with time zone,
  constraint instalment_charges_pkey PRIMARY KEY (payment_id),
  constraint instalment_charges_check CHECK (((tries = 0) = (first_tried_at IS NULL))),
  constraint instalment_charges_check1 CHECK (((tries = 0) = (last_tried_at IS NULL))),
  constraint instalment_charges_tries_check CHECK ((tries >= 0)),
  constraint instalment_charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table invoice_counters (
  series text collate "C" not null,
  year integer not null,
  last integer not null,
  last_at timestamp with time zone not null,
  constraint invoice_counters_pkey PRIMARY KEY (series, year)
);

create table invoices (
  id bigint not null generated always as identity,
  series text not null,
  year integer not null,
  number integer not null,
  code text collate "C" not null,
  order_id bigint not null,
  sale integer not null,
  corrects_id bigint,
  refund_id bigint,
  issued_at timestamp with time zone not null,
  content jsonb not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_code_key UNIQUE (code),
  constraint invoices_refund_id_key UNIQUE (refund_id),
  constraint invoices_series_year_number_key UNIQUE (series, year, number),
  constraint invoices_check CHECK (((series = 'credit_note'::text) = (corrects_id IS NOT NULL))),
  constraint invoices_check1 CHECK (((refund_id IS NULL) OR (series = 'credit_note'::text))),
  constraint invoices_series_check CHECK ((series = ANY (ARRAY['invoice'::text, 'advance'::text, 'credit_note'::text]))),
  constraint invoices_corrects_id_fkey FOREIGN KEY (corrects_id) REFERENCES invoices(id),
  constraint invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint invoices_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE UNIQUE INDEX invoices_cancelled_once ON public.invoices USING btree (corrects_id) WHERE ((series = 'credit_note'::text) AND (refund_id IS NULL));
CREATE INDEX invoices_corrects ON public.invoices USING btree (corrects_id) WHERE (corrects_id IS NOT NULL);
CREATE INDEX invoices_issued ON public.invoices USING btree (issued_at, id);
CREATE UNIQUE INDEX invoices_one_per_sale ON public.invoices USING btree (order_id, sale) WHERE (series = 'invoice'::text);
CREATE INDEX invoices_order ON public.invoices USING btree (order_id);
CREATE INDEX invoices_series ON public.invoices USING btree (series, issued_at, id);
CREATE INDEX invoices_with_buyer ON public.invoices USING btree (issued_at) WHERE ((content #>> '{buyer,email}'::text[]) <> ''::text);

create table ledger_entries (
  id bigint not null generated always as identity,
  transaction_id bigint not null,
  account text not null,
  amount bigint not null,
  tax_basis_points integer,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_amount_check CHECK ((amount <> 0)),
  constraint ledger_entries_tax_check CHECK (((account = 'tax'::text) = (tax_basis_points IS NOT NULL))),
  constraint ledger_entries_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id)
);
CREATE INDEX ledger_entries_account ON public.ledger_entries USING btree (account);
CREATE INDEX ledger_entries_transaction ON public.ledger_entries USING btree (transaction_id);

create table ledger_transactions (
  id bigint not null generated always as identity,
  kind text not null,
  key text collate "C" not null,
  order_id bigint,
  booked_at timestamp with time zone not null,
  receipt_id bigint,
  refund_id bigint,
  movement text,
  constraint ledger_transactions_pkey PRIMARY KEY (id),
  constraint ledger_transactions_key_key UNIQUE (key),
  constraint ledger_transactions_movement_check CHECK (
CASE
    WHEN (kind = ANY (ARRAY['charge_back'::text, 'order_returned'::text, 'payout'::text, 'payout_failed'::text])) THEN (movement IS NOT NULL)
    ELSE ((movement IS NULL) OR (kind = ANY (ARRAY['refund_paid'::text, 'returned'::text])))
END),
  constraint ledger_transactions_receipt_check CHECK (((receipt_id IS NOT NULL) = (kind = ANY (ARRAY['payment'::text, 'suspense'::text, 'returned'::text, 'charge_back'::text, 'undone'::text])))),
  constraint ledger_transactions_refund_check CHECK (((refund_id IS NOT NULL) = (kind = ANY (ARRAY['refund'::text, 'refund_paid'::text, 'refund_without_sale'::text])))),
  constraint ledger_transactions_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint ledger_transactions_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint ledger_transactions_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX ledger_transactions_booked ON public.ledger_transactions USING btree (booked_at);
CREATE INDEX ledger_transactions_order ON public.ledger_transactions USING btree (order_id);
CREATE INDEX ledger_transactions_receipt ON public.ledger_transactions USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX ledger_transactions_refund ON public.ledger_transactions USING btree (refund_id) WHERE (refund_id IS NOT NULL);
CREATE INDEX ledger_transactions_sent_back ON public.ledger_transactions USING btree (receipt_id) WHERE (kind = ANY (ARRAY['returned'::text, 'charge_back'::text]));

create table login_networks (
  hash bytea not null,
  used_at timestamp with time zone not null,
  constraint login_networks_pkey PRIMARY KEY (hash)
);
CREATE INDEX login_networks_used ON public.login_networks USING btree (used_at);

create table login_tokens (
  token_hash bytea not null,
  customer_id bigint not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  proved_at timestamp with time zone,
  constraint login_tokens_pkey PRIMARY KEY (token_hash),
  constraint login_tokens_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE INDEX login_tokens_created ON public.login_tokens USING btree (created_at);
CREATE INDEX login_tokens_customer ON public.login_tokens USING btree (customer_id);
CREATE INDEX login_tokens_used ON public.login_tokens USING btree (last_used_at);

create table mails (
  id bigint not null generated always as identity,
  key text collate "C",
  kind text not null,
  recipient text not null,
  subject text not null,
  html text,
  body_text text,
  sealed bytea,
  attachments jsonb not null default '[]'::jsonb,
  message_id text not null,
  status text not null default 'waiting'::text,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  excused integer not null default 0,
  recipient_hash bytea,
  wiped_at timestamp with time zone,
  order_id bigint,
  is_urgent boolean not null default false,
  draft jsonb,
  is_held boolean not null default false,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_key_key UNIQUE (key),
  constraint mails_message_id_key UNIQUE (message_id),
  constraint mails_check CHECK (((excused >= 0) AND (excused <= tries))),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text]))),
  constraint mails_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX mails_created ON public.mails USING btree (created_at, id);
CREATE INDEX mails_failed ON public.mails USING btree (id) WHERE ((status = 'failed'::text) AND (wiped_at IS NULL));
CREATE INDEX mails_held ON public.mails USING btree (id) WHERE ((status = 'waiting'::text) AND (excused > 0));
CREATE INDEX mails_kind ON public.mails USING btree (kind, created_at, id);
CREATE INDEX mails_order ON public.mails USING btree (order_id, id) WHERE (order_id IS NOT NULL);
CREATE INDEX mails_recipient ON public.mails USING btree (lower(recipient) text_pattern_ops) WHERE (recipient <> ''::text);
CREATE INDEX mails_to_send ON public.mails USING btree (is_urgent DESC, next_try_at, id) WHERE (status = 'waiting'::text);
CREATE INDEX mails_to_wipe ON public.mails USING btree (COALESCE(sent_at, created_at)) WHERE ((status <> 'waiting'::text) AND (wiped_at IS NULL));
CREATE INDEX mails_waiting ON public.mails USING btree (next_try_at) WHERE (status = 'waiting'::text);

create table merchandise_purchases (
  id bigint not null generated always as identity,
  order_line_id bigint not null,
  order_id bigint not null,
  code text collate "C" not null,
  status text not null default 'active'::text,
  pending boolean not null,
  issued_at timestamp with time zone not null,
  constraint merchandise_purchases_pkey PRIMARY KEY (id),
  constraint merchandise_purchases_code_key UNIQUE (code),
  constraint merchandise_purchases_order_line_id_key UNIQUE (order_line_id),
  constraint merchandise_purchases_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text, 'refund'::text, 'refunding'::text, 'refund-problem'::text, 'refunded'::text]))),
  constraint merchandise_purchases_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint merchandise_purchases_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id)
);
CREATE INDEX merchandise_purchases_order ON public.merchandise_purchases USING btree (order_id);

create table moved_instalments (
  payment_id bigint not null,
  times integer not null,
  was_due_at timestamp with time zone not null,
  moved_at timestamp with time zone not null,
  constraint moved_instalments_pkey PRIMARY KEY (payment_id),
  constraint moved_instalments_times_check CHECK ((times > 0)),
  constraint moved_instalments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);

create table operator_notices (
  id bigint not null generated always as identity,
  key text collate "C" not null,
  kind text not null,
  opened_at timestamp with time zone not null,
  told_at timestamp with time zone,
  told_by text,
  ended_at timestamp with time zone,
  webhook_body jsonb,
  webhook_next_at timestamp with time zone,
  webhook_tries integer not null default 0,
  webhook_sent_at timestamp with time zone,
  webhook_error text not null default ''::text,
  constraint operator_notices_pkey PRIMARY KEY (id),
  constraint operator_notices_check CHECK (((told_at IS NULL) = (told_by IS NULL))),
  constraint operator_notices_check1 CHECK (((webhook_body IS NOT NULL) OR ((webhook_next_at IS NULL) AND (webhook_sent_at IS NULL)))),
  constraint operator_notices_told_by_check CHECK ((told_by = ANY (ARRAY['mail'::text, 'digest'::text])))
);
CREATE INDEX operator_notices_ended ON public.operator_notices USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX operator_notices_open ON public.operator_notices USING btree (key) WHERE (ended_at IS NULL);
CREATE INDEX operator_notices_told ON public.operator_notices USING btree (told_at);
CREATE INDEX operator_notices_webhook_due ON public.operator_notices USING btree (webhook_next_at) WHERE (webhook_next_at IS NOT NULL);
CREATE INDEX operator_notices_webhook_given_up ON public.operator_notices USING btree (id) WHERE ((webhook_body IS NOT NULL) AND (webhook_next_at IS NULL) AND (webhook_sent_at IS NULL));
CREATE INDEX operator_notices_webhook_sent ON public.operator_notices USING btree (webhook_sent_at) WHERE (webhook_sent_at IS NOT NULL);

create table operator_rounds (
  is_only boolean not null default true,
  next_at timestamp with time zone not null,
  digest_day date,
  constraint operator_rounds_pkey PRIMARY KEY (is_only),
  constraint operator_rounds_is_only_check CHECK (is_only)
);

create table order_lines (
  id bigint not null generated always as identity,
  order_id bigint not null,
  position integer not null,
  item_id bigint not null,
  departure_id bigint,
  unit_id bigint,
  kind text not null,
  price bigint not null,
  fee bigint not null,
  discount_share bigint not null default 0,
  tax_basis_points integer not null,
  full_name text,
  email text,
  age text,
  frozen jsonb not null,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_order_id_position_key UNIQUE (order_id, "position"),
  constraint order_lines_unit_id_key UNIQUE (unit_id),
  constraint order_lines_discount_share_check CHECK ((discount_share >= 0)),
  constraint order_lines_fee_check CHECK ((fee >= 0)),
  constraint order_lines_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'merchandise'::text]))),
  constraint order_lines_price_check CHECK ((price >= 0)),
  constraint order_lines_departure_id_item_id_fkey FOREIGN KEY (departure_id, item_id) REFERENCES departures(id, item_id),
  constraint order_lines_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop_items(id),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_lines_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES stock_units(id)
);
CREATE INDEX order_lines_item ON public.order_lines USING btree (item_id, order_id);
CREATE INDEX order_lines_with_holder ON public.order_lines USING btree (item_id) WHERE (full_name <> ''::text);

create table order_notes (
  id bigint not null generated always as identity,
  order_id bigint not null,
  author text not null,
  body text not null,
  is_pinned boolean not null,
  written_at timestamp with time zone not null,
  remind_on date,
  constraint order_notes_pkey PRIMARY KEY (id),
  constraint order_notes_body_check CHECK ((body <> ''::text)),
  constraint order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id, id);
CREATE INDEX order_notes_remind ON public.order_notes USING btree (remind_on, id) WHERE (remind_on IS NOT NULL);

create table orders (
  id bigint not null generated always as identity,
  code text collate "C" not null,
  checksum text collate "C" not null,
  customer_id bigint not null,
  cart_id bigint,
  channel text not null,
  created_at timestamp with time zone not null,
  payment_method text not null,
  payment_status text not null,
  items_total bigint not null,
  shipping_amount bigint not null default 0,
  discount_amount bigint not null default 0,
  total_price bigint not null,
  total_paid bigint not null default 0,
  total_refunded bigint not null default 0,
  has_payment_plan boolean not null default false,
  voucher_id bigint,
  discount_name text,
  customer_name text not null,
  customer_email text not null,
  billing_country text not null,
  billing_address jsonb not null,
  shipping_name text,
  shipping_country text,
  shipping_address jsonb,
  terms_version_id bigint,
  terms_accepted_at timestamp with time zone,
  terms_accepted_via text,
  pay_by timestamp with time zone,
  stock_released boolean not null default false,
  ending_until timestamp with time zone,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_cart_id_key UNIQUE (cart_id),
  constraint orders_checksum_key UNIQUE (checksum),
  constraint orders_code_key UNIQUE (code),
  constraint orders_check CHECK ((total_refunded <= total_paid)),
  constraint orders_check1 CHECK (((terms_version_id IS NULL) = (terms_accepted_at IS NULL))),
  constraint orders_discount_amount_check CHECK ((discount_amount >= 0)),
  constraint orders_items_total_check CHECK ((items_total >= 0)),
  constraint orders_payment_method_check CHECK ((payment_method = ANY (ARRAY['credit_card'::text, 'bank_transfer'::text, 'voucher'::text]))),
  constraint orders_payment_status_check CHECK ((payment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text, 'paid'::text, 'problem'::text, 'cancelled'::text, 'abandoned'::text]))),
  constraint orders_shipping_amount_check CHECK ((shipping_amount >= 0)),
  constraint orders_total CHECK ((total_price = ((items_total + shipping_amount) - discount_amount))),
  constraint orders_total_paid_check CHECK ((total_paid >= 0)),
  constraint orders_total_price_check CHECK ((total_price >= 0)),
  constraint orders_total_refunded_check CHECK ((total_refunded >= 0)),
  constraint orders_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id),
  constraint orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint orders_terms_version_id_fkey FOREIGN KEY (terms_version_id) REFERENCES terms_versions(id),
  constraint orders_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX orders_by_voucher ON public.orders USING btree (created_at, id) WHERE (payment_method = 'voucher'::text);
CREATE INDEX orders_created ON public.orders USING btree (created_at, id);
CREATE INDEX orders_email ON public.orders USING btree (lower(customer_email) text_pattern_ops);
CREATE INDEX orders_ended ON public.orders USING btree (payment_status, created_at, id) WHERE (payment_status = ANY (ARRAY['cancelled'::text, 'abandoned'::text]));
CREATE INDEX orders_ended_paid ON public.orders USING btree (created_at) WHERE (stock_released AND (total_paid > 0));
CREATE INDEX orders_last_name ON public.orders USING btree (regexp_replace(search_key(customer_name), '^.* '::text, ''::text) text_pattern_ops) WHERE (customer_name <> ''::text);
CREATE INDEX orders_last_words ON public.orders USING btree ("substring"(search_key(customer_name), '[^ ]+ [^ ]+$'::text) text_pattern_ops) WHERE (search_key(customer_name) ~~ '% % %'::text);
CREATE INDEX orders_name ON public.orders USING btree (search_key(customer_name) text_pattern_ops) WHERE (customer_name <> ''::text);
CREATE INDEX orders_of_customer ON public.orders USING btree (customer_id, created_at DESC, id DESC);
CREATE INDEX orders_open ON public.orders USING btree (created_at, id) WHERE (payment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text, 'problem'::text]));
CREATE INDEX orders_pay_by ON public.orders USING btree (pay_by) WHERE (pay_by IS NOT NULL);
CREATE INDEX orders_plans_under_way ON public.orders USING btree (id) WHERE (has_payment_plan AND (payment_status = 'partial'::text) AND (NOT stock_released));
CREATE INDEX orders_problem ON public.orders USING btree (created_at) WHERE (payment_status = 'problem'::text);
CREATE INDEX orders_sold ON public.orders USING btree (created_at) INCLUDE (total_price) WHERE (NOT stock_released);
CREATE INDEX orders_terms_open ON public.orders USING btree (created_at, id) WHERE ((terms_accepted_at IS NULL) AND (payment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text, 'paid'::text, 'problem'::text])));
CREATE INDEX orders_total_price ON public.orders USING btree (total_price, created_at DESC);
CREATE INDEX orders_unpaid_with_customer ON public.orders USING btree (created_at) WHERE (stock_released AND (total_paid = 0) AND (customer_email <> ''::text));
CREATE INDEX orders_waiting ON public.orders USING btree (customer_id, created_at DESC) WHERE ((payment_status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text])) OR ((terms_accepted_at IS NULL) AND (payment_status = ANY (ARRAY['paid'::text, 'problem'::text]))));
CREATE INDEX orders_with_customer ON public.orders USING btree (created_at) WHERE (customer_email <> ''::text);

create table payment_attempts (
  id bigint not null generated always as identity,
  payment_id bigint not null,
  reference text collate "C" not null,
  gateway text not null,
  gateway_payment_id text,
  amount bigint not null,
  currency text not null,
  status text not null,
  action jsonb,
  return_origin text not null,
  return_token text collate "C" not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  next_query_at timestamp with time zone,
  by_link boolean not null default false,
  consent_id bigint,
  saved_method_id bigint,
  decline_reason text,
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint payment_attempts_reference_key UNIQUE (reference),
  constraint payment_attempts_return_token_key UNIQUE (return_token),
  constraint payment_attempts_amount_check CHECK ((amount > 0)),
  constraint payment_attempts_status_check CHECK ((status = ANY (ARRAY['created'::text, 'open'::text, 'processing'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'expired'::text, 'problem'::text]))),
  constraint payment_attempts_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES charge_consents(id),
  constraint payment_attempts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_attempts_saved_method_id_fkey FOREIGN KEY (saved_method_id) REFERENCES saved_methods(id)
);
CREATE UNIQUE INDEX payment_attempts_at_gateway ON public.payment_attempts USING btree (gateway, gateway_payment_id) WHERE (gateway_payment_id IS NOT NULL);
CREATE INDEX payment_attempts_consent ON public.payment_attempts USING btree (consent_id) WHERE (consent_id IS NOT NULL);
CREATE INDEX payment_attempts_decline_reasons ON public.payment_attempts USING btree (settled_at) WHERE (decline_reason IS NOT NULL);
CREATE INDEX payment_attempts_paid ON public.payment_attempts USING btree (settled_at) WHERE (status = 'paid'::text);
CREATE INDEX payment_attempts_payment ON public.payment_attempts USING btree (payment_id);
CREATE INDEX payment_attempts_query ON public.payment_attempts USING btree (next_query_at) WHERE (next_query_at IS NOT NULL);
CREATE INDEX payment_attempts_saved_method ON public.payment_attempts USING btree (saved_method_id) WHERE (saved_method_id IS NOT NULL);
CREATE INDEX payment_attempts_to_wipe ON public.payment_attempts USING btree (settled_at) WHERE ((action IS NOT NULL) AND (settled_at IS NOT NULL));
CREATE INDEX payment_attempts_unanswered ON public.payment_attempts USING btree (created_at, id) WHERE ((saved_method_id IS NOT NULL) AND (status = 'created'::text));

create table payments (
  id bigint not null generated always as identity,
  order_id bigint not null,
  position integer not null,
  reference text collate "C" not null,
  amount bigint not null,
  paid_amount bigint not null default 0,
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  status text not null,
  attempts integer not null default 0,
  next_reminder_at timestamp with time zone,
  of_plan boolean not null default false,
  waived_amount bigint not null default 0,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_order_id_position_key UNIQUE (order_id, "position"),
  constraint payments_reference_key UNIQUE (reference),
  constraint payments_amount_check CHECK (((amount > 0) OR ((amount = 0) AND (waived_amount > 0)))),
  constraint payments_attempts_check CHECK ((attempts >= 0)),
  constraint payments_not_overpaid CHECK ((paid_amount <= amount)),
  constraint payments_paid_amount_check CHECK ((paid_amount >= 0)),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'cancelled'::text, 'pending'::text, 'processing'::text, 'partial'::text, 'problem'::text]))),
  constraint payments_waived_amount_check CHECK ((waived_amount >= 0)),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX payments_of_plans ON public.payments USING btree (due_at, id) WHERE of_plan;
CREATE INDEX payments_of_plans_ended ON public.payments USING btree (due_at, id) WHERE (of_plan AND (status = 'cancelled'::text));
CREATE INDEX payments_of_plans_open ON public.payments USING btree (due_at, id) WHERE (of_plan AND (status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text, 'problem'::text])));
CREATE INDEX payments_open_due ON public.payments USING btree (due_at) INCLUDE (order_id, amount, paid_amount) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text, 'partial'::text, 'problem'::text]));
CREATE INDEX payments_reminders ON public.payments USING btree (next_reminder_at) WHERE (next_reminder_at IS NOT NULL);
CREATE INDEX payments_with_problem ON public.payments USING btree (order_id) WHERE (status = 'problem'::text);

create table payouts (
  id bigint not null generated always as identity,
  gateway text not null,
  payout_id text collate "C" not null,
  state text not null,
  amount bigint not null,
  currency text not null,
  arrives_on date not null,
  statement text not null,
  charges bigint,
  refunds bigint,
  disputes bigint,
  fees bigint,
  failed_before bigint,
  other bigint,
  is_booked boolean not null default false,
  attention text,
  reason text not null default ''::text,
  settled_at timestamp with time zone,
  bank_line text collate "C",
  arrived_on date,
  told_at timestamp with time zone not null,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_bank_line_key UNIQUE (bank_line),
  constraint payouts_gateway_payout_id_key UNIQUE (gateway, payout_id),
  constraint payouts_amount_check CHECK ((amount <> 0)),
  constraint payouts_attention_check CHECK ((attention = ANY (ARRAY['failed'::text, 'parts_differ'::text, 'parts_missing'::text, 'currency'::text]))),
  constraint payouts_check CHECK ((num_nulls(charges, refunds, disputes, fees, failed_before, other) = ANY (ARRAY[0, 6]))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['paid'::text, 'failed'::text])))
);
CREATE INDEX payouts_not_arrived ON public.payouts USING btree (amount) WHERE ((bank_line IS NULL) AND (state = 'paid'::text));
CREATE INDEX payouts_open ON public.payouts USING btree (told_at) WHERE ((attention IS NOT NULL) AND (settled_at IS NULL));

create table plan_changes (
  id bigint not null generated always as identity,
  order_id bigint not null,
  kind text not null,
  parts jsonb not null,
  changed_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint plan_changes_pkey PRIMARY KEY (id),
  constraint plan_changes_kind_check CHECK ((kind = ANY (ARRAY['moved'::text, 'split'::text, 'waived'::text]))),
  constraint plan_changes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX plan_changes_order ON public.plan_changes USING btree (order_id);

create table rate_limits (
  bucket text collate "C" not null,
  window_start timestamp with time zone not null,
  count integer not null,
  constraint rate_limits_pkey PRIMARY KEY (bucket, window_start)
);
CREATE INDEX rate_limits_window ON public.rate_limits USING btree (window_start);

create table receipt_shares (
  receipt_id bigint not null,
  payment_id bigint not null,
  amount bigint not null,
  constraint receipt_shares_pkey PRIMARY KEY (receipt_id, payment_id),
  constraint receipt_shares_amount_check CHECK ((amount > 0)),
  constraint receipt_shares_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint receipt_shares_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX receipt_shares_payment ON public.receipt_shares USING btree (payment_id);

create table receipts (
  id bigint not null generated always as identity,
  source text not null,
  transaction text collate "C" not null,
  attempt_id bigint,
  order_id bigint,
  payment_id bigint,
  amount bigint not null,
  currency text not null,
  received_at timestamp with time zone not null,
  attention text,
  settled_at timestamp with time zone,
  said text not null default ''::text,
  note text not null default ''::text,
  payer bytea,
  return_at timestamp with time zone,
  order_was text,
  undone_at timestamp with time zone,
  bank_reference text collate "C",
  statement_line text collate "C",
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_amount_check CHECK ((amount > 0)),
  constraint receipts_attention_check CHECK ((attention = ANY (ARRAY['late'::text, 'short'::text, 'over'::text, 'double'::text, 'unmatched'::text, 'currency'::text, 'amount'::text, 'contradicted'::text]))),
  constraint receipts_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint receipts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX receipts_amount ON public.receipts USING btree (amount, received_at DESC);
CREATE INDEX receipts_attention ON public.receipts USING btree (received_at) WHERE ((attention IS NOT NULL) AND (settled_at IS NULL));
CREATE INDEX receipts_bank_reference ON public.receipts USING btree (bank_reference) WHERE (bank_reference IS NOT NULL);
CREATE UNIQUE INDEX receipts_booked_once ON public.receipts USING btree (source, transaction) WHERE (undone_at IS NULL);
CREATE INDEX receipts_currency_amount ON public.receipts USING btree (currency, amount, received_at DESC);
CREATE INDEX receipts_order ON public.receipts USING btree (order_id);
CREATE INDEX receipts_payer ON public.receipts USING btree (payer) WHERE (payer IS NOT NULL);
CREATE INDEX receipts_received ON public.receipts USING btree (received_at, id);
CREATE INDEX receipts_source ON public.receipts USING btree (source, received_at, id);
CREATE UNIQUE INDEX receipts_statement_line ON public.receipts USING btree (statement_line) WHERE ((statement_line IS NOT NULL) AND (undone_at IS NULL));
CREATE INDEX receipts_to_return ON public.receipts USING btree (return_at) WHERE (return_at IS NOT NULL);
CREATE INDEX receipts_to_wipe ON public.receipts USING btree (received_at) WHERE ((note <> ''::text) OR (payer IS NOT NULL) OR ((said <> ''::text) AND (source = 'bank'::text)));
CREATE INDEX receipts_transaction ON public.receipts USING btree (transaction);
CREATE INDEX receipts_waited ON public.receipts USING btree (received_at, id) WHERE (attention IS NOT NULL);
CREATE INDEX receipts_without_order ON public.receipts USING btree (received_at, id) WHERE (order_id IS NULL);

create table refund_bank_lines (
  transaction text collate "C" not null,
  refund_id bigint not null,
  kind text not null,
  words text not null default ''::text,
  recorded_at timestamp with time zone not null,
  bank_reference text collate "C",
  constraint refund_bank_lines_pkey PRIMARY KEY (transaction, refund_id),
  constraint refund_bank_lines_kind_check CHECK ((kind = ANY (ARRAY['paid'::text, 'returned'::text]))),
  constraint refund_bank_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE INDEX refund_bank_lines_reference ON public.refund_bank_lines USING btree (bank_reference) WHERE (bank_reference IS NOT NULL);
CREATE INDEX refund_bank_lines_refund ON public.refund_bank_lines USING btree (refund_id);

create table refund_lines (
  refund_id bigint not null,
  order_line_id bigint not null,
  is_live boolean not null default true,
  amount bigint not null,
  refund_fee bigint not null,
  fee_refund bigint not null default 0,
  constraint refund_lines_pkey PRIMARY KEY (refund_id, order_line_id),
  constraint refund_lines_amount_check CHECK ((amount >= 0)),
  constraint refund_lines_fee_refund CHECK ((fee_refund >= 0)),
  constraint refund_lines_refund_fee_check CHECK ((refund_fee >= 0)),
  constraint refund_lines_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id),
  constraint refund_lines_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE UNIQUE INDEX refund_lines_once ON public.refund_lines USING btree (order_line_id) WHERE is_live;

create table refund_movements (
  id bigint not null generated always as identity,
  refund_id bigint,
  position integer not null,
  key text collate "C" not null,
  receipt_id bigint,
  gateway text,
  amount bigint not null,
  status text not null,
  gateway_refund text collate "C",
  reason text not null default ''::text,
  exported_in text collate "C",
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  asked_at timestamp with time zone,
  unclear_at timestamp with time zone,
  constraint refund_movements_pkey PRIMARY KEY (id),
  constraint refund_movements_key_key UNIQUE (key),
  constraint refund_movements_refund_id_position_key UNIQUE (refund_id, "position"),
  constraint refund_movements_amount_check CHECK ((amount > 0)),
  constraint refund_movements_bank CHECK (((gateway IS NOT NULL) OR ((gateway_refund IS NULL) AND (next_try_at IS NULL)))),
  constraint refund_movements_card CHECK (((receipt_id IS NULL) = (gateway IS NULL))),
  constraint refund_movements_cause CHECK (((refund_id IS NOT NULL) OR (receipt_id IS NOT NULL))),
  constraint refund_movements_position_check CHECK (("position" > 0)),
  constraint refund_movements_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text, 'replaced'::text]))),
  constraint refund_movements_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint refund_movements_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
);
CREATE UNIQUE INDEX refund_movements_at_gateway ON public.refund_movements USING btree (gateway, gateway_refund) WHERE (gateway_refund IS NOT NULL);
CREATE INDEX refund_movements_due ON public.refund_movements USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX refund_movements_file ON public.refund_movements USING btree (exported_in) WHERE (exported_in IS NOT NULL);
CREATE UNIQUE INDEX refund_movements_on_its_way ON public.refund_movements USING btree (receipt_id) WHERE ((refund_id IS NULL) AND (status = 'pending'::text));
CREATE INDEX refund_movements_receipt ON public.refund_movements USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE UNIQUE INDEX refund_movements_sent_back ON public.refund_movements USING btree (receipt_id, "position") WHERE (refund_id IS NULL);
CREATE INDEX refund_movements_unclear ON public.refund_movements USING btree (unclear_at, id) WHERE ((status = 'pending'::text) AND (unclear_at IS NOT NULL));

create table refunds (
  id bigint not null generated always as identity,
  code text collate "C" not null,
  order_id bigint not null,
  customer_id bigint not null,
  status text not null,
  is_whole_plan boolean not null,
  total bigint not null,
  shipping_refund bigint not null default 0,
  bank_sealed bytea,
  bank_country text,
  note text not null default ''::text,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  ended_at timestamp with time zone,
  exported_in text collate "C",
  by_operator boolean not null default false,
  is_refused boolean not null default false,
  reason text not null default ''::text,
  to_card boolean not null default false,
  was_paid boolean not null default false,
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_code_key UNIQUE (code),
  constraint refunds_check CHECK ((shipping_refund <= total)),
  constraint refunds_check1 CHECK (((status = 'processed'::text) = (completed_at IS NOT NULL))),
  constraint refunds_refused CHECK (((NOT is_refused) OR (status = 'cancelled'::text))),
  constraint refunds_shipping_refund_check CHECK ((shipping_refund >= 0)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['active'::text, 'processing'::text, 'processed'::text, 'problem'::text, 'cancelled'::text]))),
  constraint refunds_total_check CHECK ((total >= 0)),
  constraint refunds_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX refunds_created ON public.refunds USING btree (created_at, id);
CREATE INDEX refunds_customer ON public.refunds USING btree (customer_id, created_at DESC);
CREATE INDEX refunds_open ON public.refunds USING btree (created_at) WHERE (status = ANY (ARRAY['active'::text, 'processing'::text, 'problem'::text]));
CREATE INDEX refunds_order ON public.refunds USING btree (order_id);
CREATE UNIQUE INDEX refunds_shipping_once ON public.refunds USING btree (order_id) WHERE ((shipping_refund > 0) AND (status <> 'cancelled'::text));
CREATE INDEX refunds_status ON public.refunds USING btree (status, created_at, id);
CREATE INDEX refunds_to_wipe ON public.refunds USING btree (ended_at) WHERE ((bank_sealed IS NOT NULL) OR (note <> ''::text) OR (reason <> ''::text));

create table report_baskets (
  day timestamp with time zone not null,
  channel text not null,
  voucher_id bigint,
  items bigint[] not null,
  orders bigint not null,
  constraint report_baskets_day_fkey FOREIGN KEY (day) REFERENCES report_days(since) ON DELETE CASCADE
);
CREATE INDEX report_baskets_day ON public.report_baskets USING btree (day);

create table report_booked (
  day timestamp with time zone not null,
  kind text not null,
  account text not null,
  tax_basis_points integer,
  entries bigint not null,
  amount bigint not null,
  constraint report_booked_day_fkey FOREIGN KEY (day) REFERENCES report_days(since) ON DELETE CASCADE
);
CREATE INDEX report_booked_day ON public.report_booked USING btree (day);

create table report_days (
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  constraint report_days_pkey PRIMARY KEY (since),
  constraint report_days_check CHECK ((until > since))
);

create table report_sold (
  day timestamp with time zone not null,
  channel text not null,
  voucher_id bigint,
  item_id bigint,
  orders bigint not null,
  units bigint not null,
  tickets bigint not null,
  amount bigint not null,
  discount bigint not null,
  shipped bigint not null,
  shipping bigint not null,
  constraint report_sold_day_fkey FOREIGN KEY (day) REFERENCES report_days(since) ON DELETE CASCADE
);
CREATE INDEX report_sold_day ON public.report_sold USING btree (day);

create table report_taxed (
  day timestamp with time zone not null,
  country text,
  tax_basis_points integer,
  documents bigint not null,
  net bigint not null,
  tax bigint not null,
  constraint report_taxed_day_fkey FOREIGN KEY (day) REFERENCES report_days(since) ON DELETE CASCADE
);
CREATE INDEX report_taxed_day ON public.report_taxed USING btree (day);

create table request_results (
  key_hash bytea not null,
  body_hash bytea not null,
  status integer not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  constraint request_results_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX request_results_created ON public.request_results USING btree (created_at);

create table revoked_tickets (
  ticket_id bigint not null,
  generation integer not null,
  code text collate "C" not null,
  revoked_at timestamp with time zone not null,
  constraint revoked_tickets_pkey PRIMARY KEY (ticket_id, generation),
  constraint revoked_tickets_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX revoked_tickets_code ON public.revoked_tickets USING btree (code);

create table sandbox_callbacks (
  id bigint not null generated always as identity,
  sandbox_payment_id text not null,
  event_id text not null,
  body text not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint sandbox_callbacks_pkey PRIMARY KEY (id),
  constraint sandbox_callbacks_sandbox_payment_id_fkey FOREIGN KEY (sandbox_payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_callbacks_next ON public.sandbox_callbacks USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);

create table sandbox_cards (
  id text collate "C" not null,
  customer text not null,
  label text not null,
  expires text not null,
  behaviour text not null,
  is_usable boolean not null default true,
  constraint sandbox_cards_pkey PRIMARY KEY (id),
  constraint sandbox_cards_behaviour_check CHECK ((behaviour = ANY (ARRAY['pays'::text, 'declines'::text, 'needs_customer'::text])))
);

create table sandbox_disputes (
  id text collate "C" not null,
  sandbox_payment_id text collate "C" not null,
  amount bigint not null,
  state text not null,
  answer_by timestamp with time zone not null,
  constraint sandbox_disputes_pkey PRIMARY KEY (id),
  constraint sandbox_disputes_sandbox_payment_id_key UNIQUE (sandbox_payment_id),
  constraint sandbox_disputes_amount_check CHECK ((amount > 0)),
  constraint sandbox_disputes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'money_taken'::text, 'won'::text, 'lost'::text]))),
  constraint sandbox_disputes_sandbox_payment_id_fkey FOREIGN KEY (sandbox_payment_id) REFERENCES sandbox_payments(id)
);

create table sandbox_payments (
  id text collate "C" not null,
  merchant_reference text collate "C" not null,
  amount bigint not null,
  currency text not null,
  description text not null,
  return_url text not null,
  callback_url text not null,
  status text not null,
  outcome text,
  transaction text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  arrives_at timestamp with time zone,
  customer text,
  save_card boolean not null default false,
  card_id text collate "C",
  constraint sandbox_payments_pkey PRIMARY KEY (id),
  constraint sandbox_payments_merchant_reference_key UNIQUE (merchant_reference),
  constraint sandbox_payments_transaction_key UNIQUE (transaction),
  constraint sandbox_payments_amount_check CHECK ((amount > 0)),
  constraint sandbox_payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'expired'::text]))),
  constraint sandbox_payments_card_id_fkey FOREIGN KEY (card_id) REFERENCES sandbox_cards(id)
);
CREATE INDEX sandbox_payments_arriving ON public.sandbox_payments USING btree (arrives_at) WHERE (status = 'processing'::text);

create table sandbox_refunds (
  id text collate "C" not null,
  key text collate "C",
  sandbox_payment_id text collate "C" not null,
  amount bigint not null,
  status text not null,
  reason text not null default ''::text,
  created_at timestamp with time zone not null,
  arrives_at timestamp with time zone,
  constraint sandbox_refunds_pkey PRIMARY KEY (id),
  constraint sandbox_refunds_key_key UNIQUE (key),
  constraint sandbox_refunds_amount_check CHECK ((amount > 0)),
  constraint sandbox_refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'done'::text, 'failed'::text]))),
  constraint sandbox_refunds_sandbox_payment_id_fkey FOREIGN KEY (sandbox_payment_id) REFERENCES sandbox_payments(id)
);
CREATE INDEX sandbox_refunds_arriving ON public.sandbox_refunds USING btree (arrives_at) WHERE (status = 'pending'::text);
CREATE INDEX sandbox_refunds_payment ON public.sandbox_refunds USING btree (sandbox_payment_id);

create table saved_methods (
  id bigint not null generated always as identity,
  order_id bigint not null,
  consent_id bigint not null,
  gateway text not null,
  gateway_customer text not null,
  method text collate "C" not null,
  label text not null,
  expires text,
  saved_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  forget_at timestamp with time zone,
  lost_at timestamp with time zone,
  constraint saved_methods_pkey PRIMARY KEY (id),
  constraint saved_methods_consent_id_gateway_method_key UNIQUE (consent_id, gateway, method),
  constraint saved_methods_consent_id_fkey FOREIGN KEY (consent_id) REFERENCES charge_consents(id),
  constraint saved_methods_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
);
CREATE INDEX saved_methods_at_gateway ON public.saved_methods USING btree (gateway, method);
CREATE UNIQUE INDEX saved_methods_in_use ON public.saved_methods USING btree (order_id) WHERE (ended_at IS NULL);
CREATE INDEX saved_methods_to_forget ON public.saved_methods USING btree (forget_at) WHERE (forget_at IS NOT NULL);

create table saved_views (
  id bigint not null generated always as identity,
  list text not null,
  staff_id bigint not null,
  is_shared boolean not null,
  name text not null,
  query text not null,
  position integer not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_name_check CHECK ((name <> ''::text)),
  constraint saved_views_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id)
);
CREATE INDEX saved_views_list ON public.saved_views USING btree (list, staff_id);

create table shop_files (
  name text collate "C" not null,
  content bytea not null,
  constraint shop_files_pkey PRIMARY KEY (name),
  constraint shop_files_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 33554432))),
  constraint shop_files_name_check CHECK ((name ~ '^(images|image-sources)/[^/]'::text))
);

create table shop_items (
  id bigint not null generated always as identity,
  external_code text collate "C" not null,
  kind text not null,
  name text not null,
  type text not null,
  event_id bigint,
  position integer not null,
  is_active boolean not null default true,
  price bigint not null,
  fee bigint not null,
  tax_basis_points integer not null,
  refund_fee bigint not null default 0,
  limit_per_order integer not null default 0,
  travel_time_type text,
  travel_time timestamp with time zone,
  timezone text not null,
  payment_plan jsonb not null default '[]'::jsonb,
  details jsonb not null,
  capacity integer,
  capacity_wanted integer,
  sold integer not null default 0,
  held integer not null default 0,
  withdrawn_at timestamp with time zone,
  constraint shop_items_pkey PRIMARY KEY (id),
  constraint shop_items_external_code_key UNIQUE (external_code),
  constraint shop_items_capacity_check CHECK ((capacity >= 0)),
  constraint shop_items_capacity_wanted_check CHECK ((capacity_wanted >= 0)),
  constraint shop_items_check CHECK (((capacity IS NULL) = (capacity_wanted IS NULL))),
  constraint shop_items_check1 CHECK (((travel_time_type IS NULL) OR (kind = 'tickets'::text))),
  constraint shop_items_fee_check CHECK ((fee >= 0)),
  constraint shop_items_held_check CHECK ((held >= 0)),
  constraint shop_items_kind_check CHECK ((kind = ANY (ARRAY['tickets'::text, 'merchandise'::text]))),
  constraint shop_items_limit_per_order_check CHECK ((limit_per_order >= 0)),
  constraint shop_items_never_oversold CHECK (((capacity IS NULL) OR ((sold + held) <= capacity))),
  constraint shop_items_price_check CHECK ((price >= 0)),
  constraint shop_items_refund_fee_check CHECK ((refund_fee >= 0)),
  constraint shop_items_sold_check CHECK ((sold >= 0)),
  constraint shop_items_tax_basis_points_check CHECK (((tax_basis_points >= 0) AND (tax_basis_points <= 10000))),
  constraint shop_items_travel_time_type_check CHECK ((travel_time_type = ANY (ARRAY['fixed'::text, 'selectable'::text]))),
  constraint shop_items_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);

create table shop_state (
  id smallint not null default 1,
  version bigint not null default 1,
  day_zero date not null,
  folder_hash text not null,
  config jsonb not null,
  imported_at timestamp with time zone not null,
  constraint shop_state_pkey PRIMARY KEY (id),
  constraint shop_state_id_check CHECK ((id = 1))
);

create table single_use_links (
  token_hash bytea not null,
  customer_id bigint not null,
  purpose text not null,
  payload jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint single_use_links_pkey PRIMARY KEY (token_hash),
  constraint single_use_links_purpose_check CHECK ((purpose = ANY (ARRAY['reset'::text, 'login'::text, 'email'::text]))),
  constraint single_use_links_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id) ON DELETE CASCADE
);
CREATE INDEX single_use_links_customer ON public.single_use_links USING btree (customer_id, purpose);
CREATE INDEX single_use_links_expires ON public.single_use_links USING btree (expires_at);

create table spent_challenges (
  hash bytea not null,
  used_by bytea,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (hash),
  constraint spent_challenges_hash_check CHECK ((length(hash) = 32)),
  constraint spent_challenges_used_by_check CHECK ((length(used_by) = 32))
);
CREATE INDEX spent_challenges_expiry ON public.spent_challenges USING btree (expires_at);

create table staff (
  id bigint not null generated always as identity,
  name text not null,
  email text not null,
  email_key text collate "C" not null,
  password_hash text,
  handle bytea not null,
  language text,
  keys boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamp with time zone not null,
  suspended_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_email_key_key UNIQUE (email_key),
  constraint staff_handle_key UNIQUE (handle),
  constraint staff_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'hr'::text])))
);

create table staff_devices (
  staff_id bigint not null,
  device text not null,
  seen_at timestamp with time zone not null,
  constraint staff_devices_pkey PRIMARY KEY (staff_id, device),
  constraint staff_devices_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table staff_invites (
  staff_id bigint not null,
  token_hash bytea not null,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint staff_invites_pkey PRIMARY KEY (staff_id),
  constraint staff_invites_token_hash_key UNIQUE (token_hash),
  constraint staff_invites_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table staff_passkeys (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  rp_id text not null,
  name text not null,
  is_synced boolean not null,
  added_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  counter_went_back_at timestamp with time zone,
  constraint staff_passkeys_pkey PRIMARY KEY (id),
  constraint staff_passkeys_credential_id_key UNIQUE (credential_id),
  constraint staff_passkeys_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_passkeys_staff ON public.staff_passkeys USING btree (staff_id);

create table staff_presence (
  place text not null,
  staff_id bigint not null,
  seen_until timestamp with time zone not null,
  constraint staff_presence_pkey PRIMARY KEY (place, staff_id),
  constraint staff_presence_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_presence_staff_id ON public.staff_presence USING btree (staff_id);

create table staff_recovery_codes (
  staff_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_pkey PRIMARY KEY (staff_id, code_hash),
  constraint staff_recovery_codes_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table staff_roles (
  staff_id bigint not null,
  role text not null,
  constraint staff_roles_pkey PRIMARY KEY (staff_id, role),
  constraint staff_roles_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'finance'::text, 'support'::text, 'catalogue'::text, 'door'::text, 'door-supervisor'::text, 'viewer'::text]))),
  constraint staff_roles_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table staff_sessions (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  token_hash bytea not null,
  stage text not null,
  begun_at timestamp with time zone not null,
  last_press_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  device text not null,
  ip text not null,
  constraint staff_sessions_pkey PRIMARY KEY (id),
  constraint staff_sessions_token_hash_key UNIQUE (token_hash),
  constraint staff_sessions_stage_check CHECK ((stage = ANY (ARRAY['code'::text, 'setup'::text, 'in'::text]))),
  constraint staff_sessions_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);
CREATE INDEX staff_sessions_ends ON public.staff_sessions USING btree (ends_at);
CREATE INDEX staff_sessions_staff ON public.staff_sessions USING btree (staff_id);

create table staff_totp (
  staff_id bigint not null,
  sealed bytea,
  added_at timestamp with time zone,
  last_step bigint not null default 0,
  pending_sealed bytea,
  pending_since timestamp with time zone,
  constraint staff_totp_pkey PRIMARY KEY (staff_id),
  constraint staff_totp_added CHECK (((sealed IS NULL) = (added_at IS NULL))),
  constraint staff_totp_pending CHECK (((pending_sealed IS NULL) = (pending_since IS NULL))),
  constraint staff_totp_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id) ON DELETE CASCADE
);

create table statement_columns (
  headings text collate "C" not null,
  map jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by text not null,
  constraint statement_columns_pkey PRIMARY KEY (headings)
);

create table statement_files (
  import_id bigint not null,
  position integer not null,
  name text not null,
  digest bytea not null,
  constraint statement_files_pkey PRIMARY KEY (import_id, "position"),
  constraint statement_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id)
);
CREATE INDEX statement_files_digest ON public.statement_files USING btree (digest);

create table statement_imports (
  id bigint not null generated always as identity,
  read_at timestamp with time zone not null,
  read_by text not null,
  read_by_staff bigint,
  takes_running_days boolean not null,
  wiped_at timestamp with time zone,
  constraint statement_imports_pkey PRIMARY KEY (id),
  constraint statement_imports_read_by_staff_fkey FOREIGN KEY (read_by_staff) REFERENCES staff(id)
);
CREATE INDEX statement_imports_read ON public.statement_imports USING btree (read_at, id);
CREATE INDEX statement_imports_to_wipe ON public.statement_imports USING btree (read_at) WHERE (wiped_at IS NULL);

create table statement_lines (
  import_id bigint not null,
  number integer not null,
  statement integer not null,
  facts jsonb,
  booked_on date,
  amount bigint,
  identity text collate "C",
  other_identity text collate "C",
  payer bytea,
  outcome text,
  receipts bigint[] not null default '{}'::bigint[],
  reason text not null default ''::text,
  done_at timestamp with time zone,
  done_by text,
  undone_at timestamp with time zone,
  undone_by text,
  constraint statement_lines_pkey PRIMARY KEY (import_id, number),
  constraint statement_lines_done CHECK ((((outcome IS NULL) = (done_at IS NULL)) AND ((outcome IS NULL) = (done_by IS NULL)) AND ((undone_at IS NULL) = (undone_by IS NULL)))),
  constraint statement_lines_outcome_check CHECK ((outcome = ANY (ARRAY['booked'::text, 'without_order'::text, 'ignored'::text, 'refunds_paid'::text, 'refund_returned'::text, 'payout_arrived'::text, 'charged_back'::text]))),
  constraint statement_lines_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id),
  constraint statement_lines_import_id_statement_fkey FOREIGN KEY (import_id, statement) REFERENCES statements(import_id, "position")
);
CREATE INDEX statement_lines_identity ON public.statement_lines USING btree (identity) WHERE (identity IS NOT NULL);
CREATE INDEX statement_lines_parts ON public.statement_lines USING btree (other_identity) WHERE (other_identity IS NOT NULL);

create table statements (
  import_id bigint not null,
  position integer not null,
  file text not null,
  format text not null,
  scope text not null,
  number text,
  account text,
  currency text,
  opening bigint,
  closing bigint,
  is_balanced boolean not null,
  first_day date,
  last_day date,
  constraint statements_pkey PRIMARY KEY (import_id, "position"),
  constraint statements_format_check CHECK ((format = ANY (ARRAY['camt'::text, 'mt940'::text, 'csv'::text]))),
  constraint statements_scope_check CHECK ((scope = ANY (ARRAY['days'::text, 'running_day'::text, 'notices'::text]))),
  constraint statements_import_id_fkey FOREIGN KEY (import_id) REFERENCES statement_imports(id)
);
CREATE INDEX statements_account ON public.statements USING btree (account, last_day);

create table stock_units (
  id bigint not null generated always as identity,
  item_id bigint not null,
  departure_id bigint,
  status text not null,
  held_until timestamp with time zone,
  constraint stock_units_pkey PRIMARY KEY (id),
  constraint stock_units_check CHECK (((status = 'held'::text) = (held_until IS NOT NULL))),
  constraint stock_units_status_check CHECK ((status = ANY (ARRAY['held'::text, 'sold'::text]))),
  constraint stock_units_departure_id_item_id_fkey FOREIGN KEY (departure_id, item_id) REFERENCES departures(id, item_id),
  constraint stock_units_item_id_fkey FOREIGN KEY (item_id) REFERENCES shop_items(id)
);
CREATE INDEX stock_units_held ON public.stock_units USING btree (held_until) WHERE (status = 'held'::text);
CREATE INDEX stock_units_held_of_item ON public.stock_units USING btree (item_id, held_until) WHERE (status = 'held'::text);

create table terms_versions (
  id bigint not null generated always as identity,
  version text collate "C" not null,
  html text not null,
  published_at timestamp with time zone not null,
  constraint terms_versions_pkey PRIMARY KEY (id),
  constraint terms_versions_version_key UNIQUE (version)
);

create table ticket_changes (
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  changed_at timestamp with time zone not null,
  kind text not null,
  before jsonb not null,
  after jsonb not null,
  note text not null default ''::text,
  actor text not null,
  constraint ticket_changes_pkey PRIMARY KEY (id),
  constraint ticket_changes_kind_check CHECK ((kind = ANY (ARRAY['holder'::text, 'travel_time'::text, 'reassigned'::text]))),
  constraint ticket_changes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id)
);
CREATE INDEX ticket_changes_ticket ON public.ticket_changes USING btree (ticket_id);

create table ticket_requests (
  id bigint not null generated always as identity,
  email text not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint ticket_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX ticket_requests_next ON public.ticket_requests USING btree (next_try_at);

create table tickets (
  id bigint not null generated always as identity,
  order_line_id bigint not null,
  order_id bigint not null,
  customer_id bigint not null,
  code text collate "C" not null,
  generation integer not null default 1,
  status text not null default 'active'::text,
  pending boolean not null,
  full_name text not null,
  email text not null,
  age text,
  departure_id bigint,
  name_changes integer not null default 0,
  edited_at timestamp with time zone,
  issued_at timestamp with time zone not null,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_code_key UNIQUE (code),
  constraint tickets_order_line_id_key UNIQUE (order_line_id),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text, 'refund'::text, 'refunding'::text, 'refund-problem'::text, 'refunded'::text]))),
  constraint tickets_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers(id),
  constraint tickets_departure_id_fkey FOREIGN KEY (departure_id) REFERENCES departures(id),
  constraint tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint tickets_order_line_id_fkey FOREIGN KEY (order_line_id) REFERENCES order_lines(id)
);
CREATE INDEX tickets_departure ON public.tickets USING btree (departure_id, id) WHERE (departure_id IS NOT NULL);
CREATE INDEX tickets_email ON public.tickets USING btree (lower(email) text_pattern_ops);
CREATE INDEX tickets_last_name ON public.tickets USING btree (regexp_replace(search_key(full_name), '^.* '::text, ''::text) text_pattern_ops) WHERE (full_name <> ''::text);
CREATE INDEX tickets_last_words ON public.tickets USING btree ("substring"(search_key(full_name), '[^ ]+ [^ ]+$'::text) text_pattern_ops) WHERE (search_key(full_name) ~~ '% % %'::text);
CREATE INDEX tickets_name ON public.tickets USING btree (search_key(full_name) text_pattern_ops) WHERE (full_name <> ''::text);
CREATE INDEX tickets_not_active ON public.tickets USING btree (id) WHERE (status <> 'active'::text);
CREATE INDEX tickets_of_customer ON public.tickets USING btree (customer_id, order_id);
CREATE INDEX tickets_order ON public.tickets USING btree (order_id);
CREATE INDEX tickets_pending ON public.tickets USING btree (id) WHERE pending;
CREATE INDEX tickets_scanned ON public.tickets USING btree (substr(encode(sha256((('ticket:'::text || code))::bytea), 'hex'::text), 1, 20));

create table transfer_files (
  id bigint not null generated always as identity,
  message_id text collate "C" not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  made_by_staff bigint,
  credits integer not null,
  total bigint not null,
  execution_day date,
  payer_name text,
  payer_iban text,
  payer_bic text,
  shop_name text,
  digest bytea,
  needs_approval boolean not null,
  approved_at timestamp with time zone,
  approved_by text,
  approved_by_staff bigint,
  cancelled_at timestamp with time zone,
  cancelled_by text,
  constraint transfer_files_pkey PRIMARY KEY (id),
  constraint transfer_files_message_id_key UNIQUE (message_id),
  constraint transfer_files_approved CHECK ((((approved_at IS NULL) = (approved_by IS NULL)) AND ((approved_at IS NULL) = (approved_by_staff IS NULL)))),
  constraint transfer_files_cancelled CHECK (((cancelled_at IS NULL) = (cancelled_by IS NULL))),
  constraint transfer_files_credits_check CHECK ((credits > 0)),
  constraint transfer_files_total_check CHECK ((total > 0)),
  constraint transfer_files_two_people CHECK (((approved_by_staff IS NULL) OR ((made_by_staff IS NOT NULL) AND (approved_by_staff <> made_by_staff)))),
  constraint transfer_files_written CHECK ((((digest IS NULL) = (execution_day IS NULL)) AND ((digest IS NULL) = (payer_name IS NULL)) AND ((digest IS NULL) = (payer_iban IS NULL)) AND ((digest IS NULL) = (shop_name IS NULL)))),
  constraint transfer_files_approved_by_staff_fkey FOREIGN KEY (approved_by_staff) REFERENCES staff(id),
  constraint transfer_files_made_by_staff_fkey FOREIGN KEY (made_by_staff) REFERENCES staff(id)
);
CREATE INDEX transfer_files_made ON public.transfer_files USING btree (made_at, id);

create table voucher_uses (
  voucher_id bigint not null,
  order_id bigint not null,
  taken_at timestamp with time zone not null,
  given_back_at timestamp with time zone,
  constraint voucher_uses_order_id_key UNIQUE (order_id),
  constraint voucher_uses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint voucher_uses_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);

create table vouchers (
  id bigint not null generated always as identity,
  code text not null,
  code_key text collate "C" not null,
  name text not null,
  amount bigint not null,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  uses_limit integer,
  uses integer not null default 0,
  is_active boolean not null default true,
  made_by text not null default 'folder'::text,
  constraint vouchers_pkey PRIMARY KEY (id),
  constraint vouchers_code_key_key UNIQUE (code_key),
  constraint vouchers_amount_check CHECK ((amount > 0)),
  constraint vouchers_made_by_check CHECK ((made_by = ANY (ARRAY['folder'::text, 'operator'::text]))),
  constraint vouchers_uses_check CHECK ((uses >= 0)),
  constraint vouchers_uses_limit_check CHECK ((uses_limit >= 0))
);

create table waiting_room_calls (
  room_id bigint not null,
  called integer not null,
  called_at timestamp with time zone not null,
  constraint waiting_room_calls_pkey PRIMARY KEY (room_id, called),
  constraint waiting_room_calls_room_id_fkey FOREIGN KEY (room_id) REFERENCES waiting_rooms(id) ON DELETE CASCADE
);
CREATE INDEX waiting_room_calls_at ON public.waiting_room_calls USING btree (room_id, called_at);

create table waiting_room_entries (
  room_id bigint not null,
  number integer not null,
  position integer not null,
  entered_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  cart_id bigint,
  is_used boolean not null default false,
  constraint waiting_room_entries_pkey PRIMARY KEY (room_id, number),
  constraint waiting_room_entries_position UNIQUE (room_id, "position"),
  constraint waiting_room_entries_used CHECK (((cart_id IS NULL) OR is_used)),
  constraint waiting_room_entries_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE SET NULL,
  constraint waiting_room_entries_room_id_fkey FOREIGN KEY (room_id) REFERENCES waiting_rooms(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX waiting_room_entries_cart ON public.waiting_room_entries USING btree (cart_id, room_id) WHERE (cart_id IS NOT NULL);
CREATE INDEX waiting_room_entries_entered ON public.waiting_room_entries USING btree (room_id, entered_at);
CREATE INDEX waiting_room_entries_inside ON public.waiting_room_entries USING btree (room_id, ends_at);

create table waiting_rooms (
  id bigint not null generated always as identity,
  event_id bigint,
  status text not null,
  is_automatic boolean not null,
  set_up_at timestamp with time zone not null,
  holds_since timestamp with time zone,
  opens_at timestamp with time zone,
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  most_per_minute integer not null,
  most_inside integer not null,
  minutes_inside integer not null,
  pace double precision not null,
  strained_at timestamp with time zone,
  places integer not null default 0,
  drawn integer,
  seed bytea,
  called integer not null default 0,
  called_at timestamp with time zone,
  metered_at timestamp with time zone,
  constraint waiting_rooms_pkey PRIMARY KEY (id),
  constraint waiting_rooms_check CHECK (((pace > (0)::double precision) AND (pace <= (most_per_minute)::double precision))),
  constraint waiting_rooms_check1 CHECK ((drawn <= places)),
  constraint waiting_rooms_check2 CHECK (((called >= 0) AND (called <= places))),
  constraint waiting_rooms_closed CHECK (((status = 'closed'::text) = (closed_at IS NOT NULL))),
  constraint waiting_rooms_holds CHECK (((status = ANY (ARRAY['standby'::text, 'closed'::text])) OR (holds_since IS NOT NULL))),
  constraint waiting_rooms_minutes_inside_check CHECK ((minutes_inside > 0)),
  constraint waiting_rooms_most_inside_check CHECK ((most_inside > 0)),
  constraint waiting_rooms_most_per_minute_check CHECK ((most_per_minute > 0)),
  constraint waiting_rooms_opened CHECK ((((opened_at IS NULL) = (drawn IS NULL)) AND ((opened_at IS NULL) = (seed IS NULL)) AND ((opened_at IS NULL) = (called_at IS NULL)) AND ((opened_at IS NULL) = (metered_at IS NULL)) AND ((status <> ALL (ARRAY['open'::text, 'paused'::text])) OR (opened_at IS NOT NULL)))),
  constraint waiting_rooms_places_check CHECK ((places >= 0)),
  constraint waiting_rooms_scheduled CHECK (((status <> 'scheduled'::text) OR (opens_at IS NOT NULL))),
  constraint waiting_rooms_seed_check CHECK ((length(seed) = 32)),
  constraint waiting_rooms_status_check CHECK ((status = ANY (ARRAY['standby'::text, 'scheduled'::text, 'open'::text, 'paused'::text, 'closed'::text]))),
  constraint waiting_rooms_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id)
);
CREATE INDEX waiting_rooms_closed_at ON public.waiting_rooms USING btree (closed_at) WHERE (status = 'closed'::text);
CREATE UNIQUE INDEX waiting_rooms_holding ON public.waiting_rooms USING btree (COALESCE(event_id, (0)::bigint)) WHERE (status = ANY (ARRAY['scheduled'::text, 'open'::text, 'paused'::text]));
CREATE UNIQUE INDEX waiting_rooms_standby ON public.waiting_rooms USING btree (COALESCE(event_id, (0)::bigint)) WHERE (status = 'standby'::text);

create table webauthn_challenges (
  challenge_hash bytea not null,
  purpose text not null,
  session_id bigint,
  expires_at timestamp with time zone not null,
  constraint webauthn_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint webauthn_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'add'::text, 'step-up'::text]))),
  constraint webauthn_challenges_session CHECK (((purpose = 'login'::text) = (session_id IS NULL))),
  constraint webauthn_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES staff_sessions(id) ON DELETE CASCADE
);
CREATE INDEX webauthn_challenges_expires ON public.webauthn_challenges USING btree (expires_at);

CREATE OR REPLACE FUNCTION public.audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The audit log is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.booking_needs_open_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform month_is_closed(new.booked_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.books_are_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.made_at is null
    and to_jsonb(new) - '{made_at,sha256,size}'::text[] = to_jsonb(old) - '{made_at,sha256,size}'::text[] then
    return new;
  end if;
  raise exception 'Closed books are final';
end $function$;

CREATE OR REPLACE FUNCTION public.document_needs_open_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform month_is_closed(new.issued_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.invoices_are_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE'
    and new.content = jsonb_set(old.content, '{buyer}', '{"lines": [], "email": ""}')
    and to_jsonb(new) - 'content' = to_jsonb(old) - 'content' then
    return new;
  end if;
  raise exception 'An issued invoice is final: correct it with a credit note';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The ledger is append-only: book a counter entry instead';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_must_balance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select coalesce(sum(amount), 0) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
    raise exception 'Ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.month_is_closed(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from books where moment >= begins_at and moment < ends_at) then
    raise exception 'The books of the month of % are closed', moment;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.order_changes_its_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changed_days (at) values (old.created_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.row_marks_its_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('foyer.restoring', true) = 'on' then
    return null;
  end if;
  insert into changed_days (at) values ((to_jsonb(new) ->> tg_argv[0])::timestamptz);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_key(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (words ~ '^[A-Za-z''.-]+( [A-Za-z''.-]+)*$'::text) THEN lower(words) ELSE translate(replace(lower(regexp_replace(regexp_replace(NORMALIZE(TRIM(BOTH FROM words), NFD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), '\s+'::text, ' '::text, 'g'::text)), 'ß'::text, 'ss'::text), 'đłøæœ'::text, 'dloao'::text) END;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

CREATE TRIGGER books_are_final BEFORE DELETE OR UPDATE ON public.books FOR EACH ROW EXECUTE FUNCTION books_are_final();

CREATE TRIGGER invoices_are_final BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoices_are_final();

CREATE TRIGGER invoices_are_never_truncated BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION invoices_are_final();

CREATE TRIGGER invoices_open_month BEFORE INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION document_needs_open_month();

CREATE TRIGGER late_documents_mark_their_day AFTER INSERT ON public.invoices FOR EACH ROW WHEN ((new.issued_at < (clock_timestamp() - '00:00:05'::interval))) EXECUTE FUNCTION row_marks_its_day('issued_at');

CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_must_balance();

CREATE TRIGGER late_bookings_mark_their_day AFTER INSERT ON public.ledger_transactions FOR EACH ROW WHEN ((new.booked_at < (clock_timestamp() - '00:00:05'::interval))) EXECUTE FUNCTION row_marks_its_day('booked_at');

CREATE TRIGGER ledger_transactions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transactions FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

CREATE TRIGGER ledger_transactions_open_month BEFORE INSERT ON public.ledger_transactions FOR EACH ROW EXECUTE FUNCTION booking_needs_open_month();

CREATE TRIGGER late_orders_mark_their_day AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.created_at < (clock_timestamp() - '00:00:05'::interval))) EXECUTE FUNCTION row_marks_its_day('created_at');

CREATE TRIGGER orders_change_their_day AFTER UPDATE OF channel, voucher_id, discount_amount, total_price, stock_released ON public.orders FOR EACH ROW WHEN ((((((old.channel IS DISTINCT FROM new.channel) OR (old.voucher_id IS DISTINCT FROM new.voucher_id)) OR (old.discount_amount IS DISTINCT FROM new.discount_amount)) OR (old.total_price IS DISTINCT FROM new.total_price)) OR (old.stock_released IS DISTINCT FROM new.stock_released))) EXECUTE FUNCTION order_changes_its_day();
