-- Receipts of a line that paid several orders had the line's key with /2, /3 and so on, which can also be the key of
-- another line. They get the ending that shares have now. Together they have the amount in the key.
with first as (
  select id, transaction, amount, substring(transaction from ':\d{4}-\d{2}-\d{2}:(\d+):')::bigint as line_amount
  from receipts
  where source = 'bank' and undone_at is null and transaction ~ '^(camt|mt940|csv):'
),
share as (
  select part.id, first.transaction || '·' || number as new_key,
    first.line_amount = first.amount + sum(part.amount) over (partition by first.id) as adds_up
  from first
    cross join generate_series(2, 40) as number
    join receipts part on part.source = 'bank' and part.undone_at is null
      and part.transaction = first.transaction || '/' || number and part.amount < first.line_amount
  where first.amount < first.line_amount
    and not exists (
      select from receipts known
      where known.source = 'bank' and known.undone_at is null and known.transaction = first.transaction || '·2'
    )
)
update receipts
set transaction = share.new_key
from share
where share.id = receipts.id and share.adds_up;
