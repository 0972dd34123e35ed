import type { Queryable, Tx } from '#platform/db/db.ts';
import type { ItemStatus } from '../domain/item-status.ts';

/** Returns the ids of the lines in the order of the cart. */
export const lineIdsOf = async (db: Queryable, orderId: number): Promise<number[]> =>
  (await db.rows<{ id: number }>('select id from order_lines where order_id = $1 order by position', [orderId])).map(
    (line) => line.id,
  );

/** Returns the departures of an order's tickets by line. Travellers may have changed the departure they bought. */
export async function departuresOfTickets(db: Queryable, orderId: number): Promise<Map<number, number>> {
  const rows = await db.rows<{ lineId: number; departureId: number }>(
    `select order_line_id as "lineId", departure_id as "departureId"
     from tickets
     where order_id = $1 and departure_id is not null`,
    [orderId],
  );
  return new Map(rows.map(({ lineId, departureId }) => [lineId, departureId]));
}

/**
 * Creates an item for every line that has none; the unique line prevents duplicates by parallel writers. A cancelled
 * item becomes active again under its new code, and a pending one is no longer pending once its plan is paid. Returns
 * how many rows were created or changed.
 */
export async function insertItems(
  tx: Tx,
  items: readonly { lineId: number; code: string; pending: boolean }[],
  now: Date,
): Promise<number> {
  const row = await tx.row<{ issued: number }>(
    `with revoked as (
       -- A restored ticket receives a new code, so its old one is revoked forever.
       insert into revoked_tickets (ticket_id, generation, code, revoked_at)
       select id, generation, code, $4::timestamptz
       from tickets
       where order_line_id = any($1) and status = 'cancelled'
       on conflict do nothing
     ),
     fresh as (
       select
         line.id, line.order_id, line.position, line.kind, line.full_name, line.email, line.age, line.departure_id,
         orders.customer_id, given.code, given.pending
       from unnest($1::bigint[], $2::text[], $3::boolean[]) as given (line_id, code, pending)
       join order_lines line on line.id = given.line_id
       join orders on orders.id = line.order_id
       order by line.order_id, line.position
     ),
     issued_tickets as (
       insert into tickets
         (order_line_id, order_id, customer_id, code, pending, full_name, email, age, departure_id, issued_at)
       select
         id, order_id, customer_id, code, pending, full_name, email, age, departure_id, $4::timestamptz
       from fresh
       where kind = 'tickets'
       on conflict (order_line_id) do update set
         pending = excluded.pending,
         status = case when tickets.status = 'cancelled' then 'active' else tickets.status end,
         code = case when tickets.status = 'cancelled' then excluded.code else tickets.code end,
         generation = tickets.generation + case when tickets.status = 'cancelled' then 1 else 0 end
       where tickets.status = 'cancelled' or (tickets.pending and not excluded.pending)
       returning 1
     ),
     issued_merchandise as (
       insert into merchandise_purchases (order_line_id, order_id, code, pending, issued_at)
       select id, order_id, code, pending, $4::timestamptz
       from fresh
       where kind = 'merchandise'
       on conflict (order_line_id) do update set
         pending = excluded.pending,
         status = case when merchandise_purchases.status = 'cancelled' then 'active' else merchandise_purchases.status end
       where merchandise_purchases.status = 'cancelled' or (merchandise_purchases.pending and not excluded.pending)
       returning 1
     )
     select (select count(*) from issued_tickets) + (select count(*) from issued_merchandise) as issued`,
    [items.map(({ lineId }) => lineId), items.map(({ code }) => code), items.map(({ pending }) => pending), now],
  );
  return row!.issued;
}

/** Makes the order's items pending if they are active or their refund is only requested. Returns how many. */
export async function setPending(tx: Tx, orderId: number): Promise<number> {
  const tickets = await tx.run(
    `update tickets set pending = true where order_id = $1 and not pending and status in ('active', 'refund')`,
    [orderId],
  );
  const merchandise = await tx.run(
    `update merchandise_purchases set pending = true
     where order_id = $1 and not pending and status in ('active', 'refund')`,
    [orderId],
  );
  return tickets + merchandise;
}

/** Cancels active items. Items in a refund stay in it. Returns their number. */
export async function cancelActive(tx: Tx, orderId: number): Promise<number> {
  const tickets = await tx.run(`update tickets set status = 'cancelled' where order_id = $1 and status = 'active'`, [
    orderId,
  ]);
  const merchandise = await tx.run(
    `update merchandise_purchases set status = 'cancelled' where order_id = $1 and status = 'active'`,
    [orderId],
  );
  return tickets + merchandise;
}

/** The distinct statuses of the order's items with a refund requested or under way. */
export async function statusesInOpenRefund(db: Queryable, orderId: number): Promise<ItemStatus[]> {
  const rows = await db.rows<{ status: ItemStatus }>(
    `select status from tickets where order_id = $1 and status in ('refund', 'refunding', 'refund-problem')
     union
     select status from merchandise_purchases where order_id = $1 and status in ('refund', 'refunding', 'refund-problem')`,
    [orderId],
  );
  return rows.map(({ status }) => status);
}
