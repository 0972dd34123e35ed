import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Holding } from '../domain/split-refund.ts';

export type HeldMoney = Omit<Holding, 'refund'>;

/** Locks the order's receipts. Call it under the order's lock. */
export async function lockReceiptsOf(tx: Tx, orderId: number): Promise<void> {
  await tx.run(
    `select 1 from receipts
     where id in (
       select s.receipt_id from receipt_shares s join payments p on p.id = s.payment_id where p.order_id = $1
     )
     order by id
     for update`,
    [orderId],
  );
}

/** Returns what the order's card receipts still hold, newest first. */
export async function holdingsOf(db: Queryable, orderId: number, currency: string): Promise<HeldMoney[]> {
  return await db.rows<HeldMoney>(
    `select r.id as "receiptId", r.source as gateway,
       least(shared.amount - moved.of_order, booked.kept - booked.suspended - moved.of_all)::bigint as available,
       moved.had_refund as "hadRefund"
     from receipts r
       cross join lateral (
         select sum(s.amount) as amount
         from receipt_shares s join payments p on p.id = s.payment_id
         where s.receipt_id = r.id and p.order_id = $1
       ) shared
       cross join lateral (
         select
           -- Movements without a refund send back money in suspense, which is subtracted anyway.
           coalesce(sum(m.amount) filter (where m.status in ('pending', 'done') and f.id is not null), 0) as of_all,
           coalesce(sum(m.amount) filter (where m.status in ('pending', 'done') and f.order_id = $1), 0) as of_order,
           count(m.id) > 0 as had_refund
         from refund_movements m left join refunds f on f.id = m.refund_id
         where m.receipt_id = r.id
       ) moved
       cross join lateral (
         select
           coalesce(sum(e.amount) filter (where e.account = 'bank' or e.account like 'gateway:%'), 0) as kept,
           -coalesce(sum(e.amount) filter (where e.account like 'suspense%'), 0) as suspended
         from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
         where t.receipt_id = r.id
       ) booked
     where shared.amount > 0 and r.attempt_id is not null and r.source <> 'bank' and r.currency = $2
     order by r.received_at desc, r.id desc`,
    [orderId, currency],
  );
}
