-- Bank statements that were read, with what became of each line. The files themselves are not kept.
create table statement_imports (
  id bigint generated always as identity primary key,
  read_at timestamptz not null,
  -- The name in the audit log; null for staff: at the command line.
  read_by text not null,
  read_by_staff bigint references staff,
  -- Also lines of a day that is not over are booked.
  takes_running_days boolean not null,
  -- Payers' names and texts were deleted.
  wiped_at timestamptz
);
create index statement_imports_read on statement_imports (read_at, id);
create index statement_imports_to_wipe on statement_imports (read_at) where wiped_at is null;

create table statement_files (
  import_id bigint not null references statement_imports,
  position integer not null,
  name text not null,
  -- SHA-256.
  digest bytea not null,
  primary key (import_id, position)
);
create index statement_files_digest on statement_files (digest);

create table statements (
  import_id bigint not null references statement_imports,
  position integer not null,
  file text not null,
  format text not null check (format in ('camt', 'mt940', 'csv')),
  scope text not null check (scope in ('days', 'running_day', 'notices')),
  -- The bank's own number of the statement.
  number text,
  account text,
  currency text,
  opening bigint,
  closing bigint,
  -- Whether opening balance and lines lead to the closing balance; if they differ, the file is not read.
  is_balanced boolean not null,
  first_day date,
  last_day date,
  primary key (import_id, position)
);
create index statements_account on statements (account, last_day);

create table statement_lines (
  import_id bigint not null references statement_imports,
  number integer not null,
  statement integer not null,
  -- As read, without the payer's account; null once it was deleted.
  facts jsonb,
  booked_on date,
  -- Minor units, negative for money out; null if it cannot be read.
  amount bigint,
  -- The key under which it is booked; null if it cannot be read.
  identity text collate "C",
  -- Of a batch booking's part: the whole entry's; of the whole entry: its first part's.
  other_identity text collate "C",
  -- Recognises the payer's account.
  payer bytea,
  outcome text check (outcome in
    ('booked', 'without_order', 'ignored', 'refunds_paid', 'refund_returned', 'payout_arrived', 'charged_back')),
  receipts bigint[] not null default '{}',
  -- Why it was ignored.
  reason text not null default '',
  done_at timestamptz,
  done_by text,
  undone_at timestamptz,
  undone_by text,
  primary key (import_id, number),
  foreign key (import_id, statement) references statements (import_id, position),
  constraint statement_lines_done check (
    (outcome is null) = (done_at is null) and (outcome is null) = (done_by is null)
      and (undone_at is null) = (undone_by is null)
  )
);
create index statement_lines_identity on statement_lines (identity) where identity is not null;
