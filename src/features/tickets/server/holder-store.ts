import type { Tx } from '#platform/db/db.ts';

/**
 * Lines with a holder whose event, valid days, journey and order are all before `before`; locks their orders. Unpaid
 * orders, and tickets with a refund under way, keep their holders.
 */
export async function linesWithOldHolders(tx: Tx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `select line.id
     from order_lines line
     join shop_items item on item.id = line.item_id
     join orders on orders.id = line.order_id
     left join events event on event.id = item.event_id
     left join tickets ticket on ticket.order_line_id = line.id
     left join departures departure on departure.id = coalesce(ticket.departure_id, line.departure_id)
     where line.full_name <> ''
       -- Uses only the item, so that lines of future events are not read at all.
       and (event.ends_at is null or event.ends_at <= $1)
       and (item.travel_time is null or item.travel_time <= $1)
       and greatest(orders.created_at, (item.details ->> 'validUntil')::timestamptz, departure.departs_at) <= $1
       and orders.payment_status not in ('pending', 'processing', 'partial')
       and (ticket.status is null or ticket.status not in ('refund', 'refunding', 'refund-problem'))
     limit $2
     for update of orders skip locked`,
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** Wipes holders from tickets and from the history of their changes. */
export async function wipeHoldersOfTickets(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.run(
    `with wiped as (
       update tickets set full_name = '', email = '', age = null where order_line_id = any($1) returning id
     )
     update ticket_changes set before = '{}', after = '{}', note = '' where ticket_id in (select id from wiped)`,
    [lineIds],
  );
}
