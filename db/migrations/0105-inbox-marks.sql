-- Who works on a matter of the inbox, and until when it is put off. The key is that of `operator_notices`.
create table inbox_marks (
  key text primary key,
  taken_by bigint references staff (id),
  taken_at timestamptz,
  snoozed_by bigint references staff (id),
  snoozed_until timestamptz,
  snooze_reason text not null default '',
  check ((taken_by is null) = (taken_at is null)),
  check ((snoozed_by is null) = (snoozed_until is null)),
  check (taken_by is not null or snoozed_by is not null)
);
create index inbox_marks_taken_by on inbox_marks (taken_by);
create index inbox_marks_snoozed_by on inbox_marks (snoozed_by);
