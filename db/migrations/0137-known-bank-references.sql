-- Fills in the references of receipts booked before, from the line as it was read, or from the key once payers' data were
-- deleted. A key that ends in a digest or stands for a batch does not contain the reference.
with booked as (
  select id, regexp_replace(transaction, '·\d{1,2}$', '') as key
  from receipts
  where source = 'bank' and transaction ~ '^(camt|mt940|csv):' and bank_reference is null
),
known as (
  select booked.id,
    coalesce(
      (
        select line.facts ->> 'bankReference'
        from statement_lines line
        where line.identity = booked.key and line.facts is not null
        limit 1
      ),
      substring(regexp_replace(booked.key, '#\d+$', '') from ':\d{4}-\d{2}-\d{2}:-?\d*:([^/=]{10,})$')
    ) as reference
  from booked
)
update receipts
set bank_reference = known.reference
from known
where receipts.id = known.id and known.reference is not null;
