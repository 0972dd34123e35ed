import type { Queryable, Tx } from '#platform/db/db.ts';

export async function insertTicketRequest(db: Queryable, email: string, now: Date): Promise<void> {
  await db.run('insert into ticket_requests (email, created_at, next_try_at) values ($1, $2, $2)', [email, now]);
}

export interface TicketRequest {
  id: number;
  email: string;
  tries: number;
}

/** The oldest due request, locked until it is deleted or the transaction ends. */
export const lockTicketRequest = (tx: Tx, now: Date): Promise<TicketRequest | undefined> =>
  tx.row<TicketRequest>(
    `select id, email, tries
     from ticket_requests
     where next_try_at <= $1
     order by id
     limit 1
     for update skip locked`,
    [now],
  );

export async function deleteTicketRequest(db: Queryable, id: number): Promise<void> {
  await db.run('delete from ticket_requests where id = $1', [id]);
}

export async function postponeTicketRequest(db: Queryable, id: number, nextTryAt: Date): Promise<void> {
  await db.run('update ticket_requests set tries = tries + 1, next_try_at = $2 where id = $1', [id, nextTryAt]);
}
