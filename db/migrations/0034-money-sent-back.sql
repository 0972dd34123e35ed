-- Card money that no order can take goes back by itself: a movement of its receipt, without a refund.
alter table receipts
  -- Then it is sent back to the card, unless the operator keeps or assigns it first.
  add return_at timestamptz;
create index receipts_to_return on receipts (return_at) where return_at is not null;

alter table refund_movements
  alter refund_id drop not null,
  add constraint refund_movements_cause check (refund_id is not null or receipt_id is not null);
create unique index refund_movements_sent_back on refund_movements (receipt_id, position) where refund_id is null;
create unique index refund_movements_on_its_way on refund_movements (receipt_id)
  where refund_id is null and status = 'pending';

-- A booking of money that went back to the card names its movement.
alter table ledger_transactions
  drop constraint ledger_transactions_movement_check,
  add constraint ledger_transactions_movement_check check (
    case when kind in ('charge_back', 'order_returned') then movement is not null
      else movement is null or kind in ('refund_paid', 'returned') end
  );
