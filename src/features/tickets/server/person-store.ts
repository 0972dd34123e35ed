import type { Queryable, Tx } from '#platform/db/db.ts';
import { TICKET_TABLES } from './ticket-tables.ts';

export interface PersonTicket {
  readonly id: number;
  readonly orderId: number;
  readonly order: string;
  readonly code: string;
  readonly item: string;
  readonly status: string;
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
  readonly issuedAt: Date;
  /** Whether it is valid and its event or journey is still to come. */
  readonly isUpcoming: boolean;
  readonly changes: readonly Record<string, unknown>[];
}

/** Returns the tickets that are held under the address, or managed by its account. */
export const ticketsOfPerson = (
  db: Queryable,
  { emailKey, customerId }: { readonly emailKey: string; readonly customerId: number | null },
  now: Date,
): Promise<PersonTicket[]> =>
  db.rows(
    `select ticket.id, ticket.order_id as "orderId", orders.code as "order", ticket.code, line.frozen ->> 'name' as item,
       ticket.status, ticket.full_name as "fullName", ticket.email, ticket.age, ticket.issued_at as "issuedAt",
       ticket.status = 'active' and coalesce(greatest(
         event.ends_at, (item.details ->> 'validUntil')::timestamptz, item.travel_time, departure.departs_at
       ) > $3, false) as "isUpcoming",
       coalesce((
         select jsonb_agg(jsonb_build_object('changedAt', changed_at, 'kind', kind, 'before', before, 'after', after,
           'note', note) order by id)
         from ticket_changes where ticket_id = ticket.id
       ), '[]') as changes
     from (
       select id from tickets where lower(email) = $1
       union
       select id from tickets where customer_id = $2
     ) wanted
     join (${TICKET_TABLES}) on ticket.id = wanted.id
     left join events event on event.id = item.event_id
     order by ticket.id`,
    [emailKey, customerId, now],
  );

/** Removes a holder, found by address, from tickets, and all names from the tickets' history of changes. */
export async function wipeHolderOfTickets(tx: Tx, ticketIds: readonly number[], emailKey: string): Promise<void> {
  await tx.run(`update tickets set full_name = '', email = '', age = null where id = any($1) and lower(email) = $2`, [
    ticketIds,
    emailKey,
  ]);
  await tx.run(`update ticket_changes set before = '{}', after = '{}', note = '' where ticket_id = any($1)`, [
    ticketIds,
  ]);
}

/** Removes all names from changes of tickets that an address once held, and returns the number of changes. */
export const wipeFormerHolder = (tx: Tx, emailKey: string): Promise<number> =>
  tx.run(
    `update ticket_changes
     set before = '{}', after = '{}', note = ''
     where lower(before ->> 'email') = $1 or lower(after ->> 'email') = $1`,
    [emailKey],
  );

/** The orders with tickets that were once held under an address, and the holders' names there. */
export const ordersWithFormerHolder = (
  db: Queryable,
  emailKey: string,
): Promise<{ orderId: number; fullName: string }[]> =>
  db.rows(
    `select distinct ticket.order_id as "orderId", was.holder ->> 'full_name' as "fullName"
     from ticket_changes change
     join tickets ticket on ticket.id = change.ticket_id
     cross join lateral (values (change.before), (change.after)) as was (holder)
     where lower(was.holder ->> 'email') = $1`,
    [emailKey],
  );
