import type { Queryable, Tx } from '#platform/db/db.ts';

/** Read without a lock. */
export interface FoundTicket {
  id: number;
  orderId: number;
  orderCode: string;
  customerId: number;
  /** Whether the ticket has a newer code, so that this one is no longer valid. */
  isOldCode: boolean;
}

/** Finds a ticket by its code, or by one that it had before a change of its holder. Locks nothing. */
export const findTicket = (db: Queryable, code: string): Promise<FoundTicket | undefined> =>
  db.row<FoundTicket>(
    `select
       ticket.id,
       ticket.order_id as "orderId",
       orders.code as "orderCode",
       ticket.customer_id as "customerId",
       ticket.code <> $1 as "isOldCode"
     from tickets ticket
     join orders on orders.id = ticket.order_id
     where ticket.code = $1
       or ticket.id = (select revoked.ticket_id from revoked_tickets revoked where revoked.code = $1 limit 1)
     order by "isOldCode"
     limit 1`,
    [code],
  );

/** Locks the ticket's order. Every change of a ticket must do this first, and read order and ticket afterwards. */
export async function lockOrderOfTicket(tx: Tx, { orderId }: Pick<FoundTicket, 'orderId'>): Promise<void> {
  await tx.run('select from orders where id = $1 for update', [orderId]);
}

/** Revokes the generation, and its code unless a later generation has the same one. */
export async function revoke(
  tx: Tx,
  ticket: { readonly id: number; readonly generation: number; readonly code: string },
  now: Date,
): Promise<void> {
  await tx.run('insert into revoked_tickets (ticket_id, generation, code, revoked_at) values ($1, $2, $3, $4)', [
    ticket.id,
    ticket.generation,
    ticket.code,
    now,
  ]);
}

export interface ChangedHolder {
  readonly id: number;
  readonly customerId: number;
  readonly code: string;
  readonly generation: number;
  readonly fullName: string;
  readonly email: string;
  readonly age: string | null;
  readonly nameChanges: number;
}

export async function saveHolder(tx: Tx, ticket: ChangedHolder): Promise<void> {
  await tx.run(
    `update tickets
     set customer_id = $2, code = $3, generation = $4, full_name = $5, email = $6, age = $7, name_changes = $8
     where id = $1`,
    [
      ticket.id,
      ticket.customerId,
      ticket.code,
      ticket.generation,
      ticket.fullName,
      ticket.email,
      ticket.age,
      ticket.nameChanges,
    ],
  );
}

/** Saves the departure and the new generation's code, and starts the lock of 15 minutes. */
export async function saveDeparture(
  tx: Tx,
  ticket: { readonly id: number; readonly code: string; readonly departureId: number; readonly generation: number },
  now: Date,
): Promise<void> {
  await tx.run('update tickets set departure_id = $2, generation = $3, edited_at = $4, code = $5 where id = $1', [
    ticket.id,
    ticket.departureId,
    ticket.generation,
    now,
    ticket.code,
  ]);
}

export interface TicketChangeEntry {
  readonly ticketId: number;
  readonly kind: 'holder' | 'travel_time' | 'reassigned';
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly note: string;
  readonly actor: string;
}

/** Changes are permanent. Returns the id. */
export async function insertChange(tx: Tx, entry: TicketChangeEntry, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into ticket_changes (ticket_id, changed_at, kind, before, after, note, actor)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning id`,
    [
      entry.ticketId,
      now,
      entry.kind,
      JSON.stringify(entry.before),
      JSON.stringify(entry.after),
      entry.note,
      entry.actor,
    ],
  );
  return row!.id;
}
