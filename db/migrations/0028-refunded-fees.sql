-- The operator may give booking fees back. Part of the line's amount, or of a plan's one sum.
alter table refund_lines
  add fee_refund bigint not null default 0,
  add constraint refund_lines_fee_refund check (fee_refund >= 0);
