-- The portal and the operator's command line: refunds, invoices, changes of tickets, reminders, and the audit log.

-- ---------------------------------------------------------------- refunds

create table refunds (
  id bigint generated always as identity primary key,
  code text not null collate "C" unique,      -- what customers see as its id
  order_id bigint not null references orders,
  customer_id bigint not null references customers, -- who asked
  status text not null check (status in ('active', 'processing', 'processed', 'problem', 'cancelled')),
  is_whole_plan boolean not null,             -- of a payment plan: what was paid goes back, less fees
  total bigint not null check (total >= 0),   -- frozen with the request, shipping included
  shipping_refund bigint not null default 0 check (shipping_refund >= 0),
  bank_sealed bytea,                          -- the bank details, encrypted; null once erased
  bank_country text,
  note text not null default '',
  created_at timestamptz not null,
  completed_at timestamptz,
  erase_bank_at timestamptz,                  -- 90 days after it is done
  exported_in text collate "C",               -- the transfer file that orders its payment; null again after a problem
  check (shipping_refund <= total),
  check ((status = 'processed') = (completed_at is not null))
);
create index refunds_order on refunds (order_id);
create index refunds_customer on refunds (customer_id, created_at desc);
create index refunds_erase on refunds (erase_bank_at) where erase_bank_at is not null;
create index refunds_open on refunds (created_at) where status in ('active', 'processing', 'problem');

-- One row is one order line in one refund; `is_live` follows the refund's status, so that the index below lets a line be in
-- at most one refund that is not cancelled.
create table refund_lines (
  refund_id bigint not null references refunds,
  order_line_id bigint not null references order_lines,
  is_live boolean not null default true,
  amount bigint not null check (amount >= 0), -- price less discount share and refund fee; 0 in a plan's refund
  refund_fee bigint not null check (refund_fee >= 0),
  primary key (refund_id, order_line_id)
);
create unique index refund_lines_once on refund_lines (order_line_id) where is_live;
-- Shipping goes back at most once.
create unique index refunds_shipping_once on refunds (order_id) where shipping_refund > 0 and status <> 'cancelled';

-- ---------------------------------------------------------------- invoices

create table invoice_counters (
  series text not null collate "C",           -- 'invoice' or 'credit_note'
  year integer not null,
  last integer not null,
  last_at timestamptz not null,               -- the newest date: numbers and dates rise together
  primary key (series, year)
);

create table invoices (
  id bigint generated always as identity primary key,
  series text not null check (series in ('invoice', 'credit_note')),
  year integer not null,
  number integer not null,
  code text not null collate "C" unique,      -- as printed, such as 2026-00042
  order_id bigint not null references orders,
  sale integer not null,                      -- which sale of the order: one that late money revives is sold again
  corrects_id bigint references invoices,     -- of a credit note: the invoice that it corrects
  refund_id bigint unique references refunds, -- of a credit note for a refund; null: it takes back the rest of a cancelled order
  issued_at timestamptz not null,
  content jsonb not null,                     -- everything printed, frozen: a later change of address or catalogue changes no invoice
  unique (series, year, number),
  check ((series = 'credit_note') = (corrects_id is not null)),
  check (refund_id is null or series = 'credit_note')
);
create index invoices_order on invoices (order_id);
create unique index invoices_one_per_sale on invoices (order_id, sale) where series = 'invoice';
create unique index invoices_cancelled_once on invoices (corrects_id) where series = 'credit_note' and refund_id is null;
create function invoices_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'An issued invoice is final: correct it with a credit note';
end $$;
create trigger invoices_are_final before update or delete or truncate on invoices
  for each statement execute function invoices_are_final();

-- ---------------------------------------------------------------- tickets

create table ticket_changes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets,
  changed_at timestamptz not null,
  kind text not null check (kind in ('holder', 'travel_time', 'reassigned')),
  before jsonb not null,
  after jsonb not null,
  note text not null default '',
  actor text not null                         -- 'customer:<id>' or the operator's name
);
create index ticket_changes_ticket on ticket_changes (ticket_id);

-- Documents that were handed out once and count no more; an offline scanner refuses them. Generations may share a code: a
-- change of the travel time keeps it.
create table revoked_tickets (
  ticket_id bigint not null references tickets,
  generation integer not null,
  code text not null collate "C",
  revoked_at timestamptz not null,
  primary key (ticket_id, generation)
);
create index revoked_tickets_code on revoked_tickets (code);

-- ---------------------------------------------------------------- instalments

-- When the next reminder of a payment is looked at; null when none is left. Mails themselves are once by their key.
alter table payments add column next_reminder_at timestamptz;
create index payments_reminders on payments (next_reminder_at) where next_reminder_at is not null;

-- ---------------------------------------------------------------- the operator

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,                        -- who: the account that ran the command, or 'system'
  action text not null,                       -- such as 'refund.processed'
  subject text not null,                      -- such as an order's code
  details jsonb not null default '{}'
);
create index audit_log_subject on audit_log (subject, at);
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- ---------------------------------------------------------------- transfers and vouchers by the operator

-- What a movement of money counted for: one transfer may pay several payments. The rest of it lies in suspense.
create table receipt_shares (
  receipt_id bigint not null references receipts,
  payment_id bigint not null references payments,
  amount bigint not null check (amount > 0),
  primary key (receipt_id, payment_id)
);
create index receipt_shares_payment on receipt_shares (payment_id);
alter table receipts add column said text not null default ''; -- of a transfer: what it says it is for, as the operator typed it
alter table receipts add column note text not null default ''; -- how the operator settled it

-- An import withdraws the vouchers that are gone from the shop folder, and leaves those that the operator made by command alone.
alter table vouchers add column made_by text not null default 'folder' check (made_by in ('folder', 'operator'));
