import { isUnfinished, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import type { Tx } from '#platform/db/db.ts';

const UNFINISHED = refundStatuses.filter(isUnfinished);

/**
 * Locks and returns the orders about which mails may still be sent: they wait for money or the operator, their event or
 * journey is not over, or they have an unfinished refund. Orders are locked before accounts.
 */
export async function lockOpenOrders(tx: Tx, customerId: number, now: Date): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `select id
     from orders
     where customer_id = $1 and customer_email <> ''
       and (
         payment_status in ('pending', 'processing', 'partial', 'problem')
         or exists (
           select from refunds where order_id = orders.id and status = any($3)
         )
         or payment_status = 'paid' and exists (
           select
           from order_lines line
           join shop_items item on item.id = line.item_id
           left join events event on event.id = item.event_id
           left join tickets ticket on ticket.order_line_id = line.id
           left join departures departure on departure.id = coalesce(ticket.departure_id, line.departure_id)
           where line.order_id = orders.id
             and greatest(
               event.ends_at, (item.details ->> 'validUntil')::timestamptz, item.travel_time, departure.departs_at
             ) > $2
         )
       )
     order by id
     for update`,
    [customerId, now, UNFINISHED],
  );
  return rows.map(({ id }) => id);
}

/** Changes the address for mails. Issued documents, such as invoices, keep the old one. */
export async function moveMailAddress(tx: Tx, orderIds: readonly number[], email: string): Promise<void> {
  await tx.run('update orders set customer_email = $2 where id = any($1)', [orderIds, email]);
}
