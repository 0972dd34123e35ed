import type { OrderRow } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/**
 * Payments that were a problem follow their money again, once no movement with a wrong amount or currency waits for the
 * operator any more. Under the order's lock.
 */
export async function easePayments(tx: Tx, order: OrderRow): Promise<void> {
  await tx.run(
    `update payments p
     set status = case when p.paid_amount >= p.amount then 'paid' when $2 then 'cancelled' when p.paid_amount > 0 then 'partial' else 'pending' end
     where p.order_id = $1 and p.status = 'problem'
       and not exists (
         select from receipts r
         where r.payment_id = p.id and r.attention in ('amount', 'currency') and r.settled_at is null
       )`,
    [order.id, order.stock_released],
  );
}
