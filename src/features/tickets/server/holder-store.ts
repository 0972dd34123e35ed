import type { Tx } from '#platform/db/db.ts';

/**
 * Lines with a holder whose event, valid days, journey and order are all before `before`; locks their orders. Unpaid
 * orders, and tickets with a refund under way, keep their holders.
 */
export async function linesWithOldHolders(tx: Tx, before: Date, limit: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `select line.id
     from shop_items item
     left join events event on event.id = item.event_id
     -- Reads the lines of one past item after another by their index, and the order of each line by its key, until there
     -- are enough. PostgreSQL would read all lines, tickets and orders instead if it were free to join them.
     cross join lateral (
       select id, order_id, departure_id
       from order_lines
       where item_id = item.id and full_name <> ''
       offset 0
     ) line
     cross join lateral (
       select
       from orders
       left join tickets ticket on ticket.order_line_id = line.id
       left join departures departure on departure.id = coalesce(ticket.departure_id, line.departure_id)
       where orders.id = line.order_id
         and greatest(orders.created_at, (item.details ->> 'validUntil')::timestamptz, departure.departs_at) <= $1
         and orders.payment_status not in ('pending', 'processing', 'partial')
         and (ticket.status is null or ticket.status not in ('refund', 'refunding', 'refund-problem'))
       for update of orders skip locked
     ) past
     where (event.ends_at is null or event.ends_at <= $1)
       and (item.travel_time is null or item.travel_time <= $1)
     limit $2`,
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
