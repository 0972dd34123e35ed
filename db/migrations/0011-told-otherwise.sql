-- Money that a gateway tells again with other figures than were booked waits for the operator as well.
alter table receipts
  drop constraint receipts_attention_check,
  add constraint receipts_attention_check check (
    attention in ('late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted')
  );
