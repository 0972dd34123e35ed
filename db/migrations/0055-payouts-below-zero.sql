-- A provider takes money from the bank account when its refunds and disputes exceed its payments. And the parts of a
-- payout can be missing for too long.
alter table payouts drop constraint payouts_amount_check;
alter table payouts add constraint payouts_amount_check check (amount <> 0);
alter table payouts drop constraint payouts_attention_check;
alter table payouts
  add constraint payouts_attention_check check (attention in ('failed', 'parts_differ', 'parts_missing', 'currency'));
