-- The bank's reference of the line that paid or returned a refund, because the key of a line may contain a digest.
alter table refund_bank_lines add column bank_reference text collate "C";
-- Lines from before: their key contains the reference, unless it ends in a digest.
update refund_bank_lines
set bank_reference = substring(regexp_replace(transaction, '#\d+$', '') from ':\d{4}-\d{2}-\d{2}:-?\d*:([^/=]{10,})$')
where transaction ~ '^(camt|mt940|csv):';
