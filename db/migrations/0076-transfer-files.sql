-- Files for the bank that order refunds. Which refunds are in one is said by their movements.
create table transfer_files (
  id bigint generated always as identity primary key,
  -- In the file, and on the bank's statement.
  message_id text collate "C" not null unique,
  made_at timestamptz not null,
  -- The name in the audit log; null for staff_id: at the command line.
  made_by text not null,
  made_by_staff bigint references staff,
  credits integer not null check (credits > 0),
  total bigint not null check (total > 0),
  -- What the same bytes are written from again. Null in files made before they were kept here.
  execution_day date,
  payer_name text,
  payer_iban text,
  payer_bic text,
  shop_name text,
  -- SHA-256 of the file.
  digest bytea,
  needs_approval boolean not null,
  approved_at timestamptz,
  approved_by text,
  approved_by_staff bigint references staff,
  cancelled_at timestamptz,
  cancelled_by text,
  constraint transfer_files_written check (
    (digest is null) = (execution_day is null) and (digest is null) = (payer_name is null)
    and (digest is null) = (payer_iban is null) and (digest is null) = (shop_name is null)
  ),
  constraint transfer_files_approved check (
    (approved_at is null) = (approved_by is null) and (approved_at is null) = (approved_by_staff is null)
  ),
  -- Two different members of staff.
  constraint transfer_files_two_people check (
    approved_by_staff is null or (made_by_staff is not null and approved_by_staff <> made_by_staff)
  ),
  constraint transfer_files_cancelled check ((cancelled_at is null) = (cancelled_by is null))
);
create index transfer_files_made on transfer_files (made_at, id);
create index refund_movements_file on refund_movements (exported_in) where exported_in is not null;

-- Files made until now. Their ids end with their moment in UTC.
insert into transfer_files (message_id, made_at, made_by, credits, total, needs_approval)
select exported_in,
  case when exported_in ~ '-\d{8}-\d{9}$'
    then to_timestamp(replace(right(exported_in, 18), '-', ''), 'YYYYMMDDHH24MISSMS')::timestamp at time zone 'UTC'
    else min(created_at) end,
  'unknown', count(distinct refund_id), sum(amount), false
from refund_movements
where exported_in is not null
group by exported_in
order by 2, 1;
