import type { Queryable } from '#platform/db/db.ts';
import { printedGeneration } from '../domain/ticket-payload.ts';
import { ticketIdOf } from './ticket-signature.ts';
import { MAY_BE_ADMITTED, TICKET_TABLES } from './ticket-tables.ts';

/** Scanners refuse this id in this generation (modulo 256). */
export interface RevokedTicket {
  readonly ticketId: string;
  readonly generation: number;
}

/**
 * QR codes that scanners must refuse now: those that were replaced, and those of tickets that are not admitted at the
 * moment. Leaves out tickets whose time ended more than a month ago; their QR codes have expired.
 */
export async function revokedTickets(db: Queryable, now: Date): Promise<RevokedTicket[]> {
  const monthAgo = new Date(now.getTime() - 30 * 24 * 60 * 60 * 1_000);
  const rows = await db.rows<{ code: string; generation: number }>(
    `select dead.code, dead.generation
     from (
       select ticket_id, code, generation from revoked_tickets
       union
       select ticket.id, ticket.code, ticket.generation from ${TICKET_TABLES} where not ${MAY_BE_ADMITTED}
     ) dead
     join tickets ticket on ticket.id = dead.ticket_id
     join order_lines line on line.id = ticket.order_line_id
     join shop_items item on item.id = line.item_id
     left join events event on event.id = item.event_id
     left join departures departure on departure.id = ticket.departure_id
     where greatest(event.ends_at, departure.departs_at, item.travel_time) is null
       or greatest(event.ends_at, departure.departs_at, item.travel_time) >= $1
     order by dead.ticket_id, dead.generation`,
    [monthAgo],
  );
  return rows.map(({ code, generation }) => ({
    ticketId: ticketIdOf(code),
    generation: printedGeneration(generation),
  }));
}
