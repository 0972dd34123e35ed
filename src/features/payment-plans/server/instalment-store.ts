import type { Db, Queryable, Tx } from '#platform/db/db.ts';

/** An instalment that is due to be looked at; not locked, each is decided on its own. */
export interface LookedAtRow {
  readonly id: number;
  readonly orderId: number;
  readonly dueAt: Date;
}

export const instalmentsToLookAt = (db: Queryable, now: Date, limit: number): Promise<LookedAtRow[]> =>
  db.rows(
    `select id, order_id as "orderId", due_at as "dueAt"
     from payments
     where next_reminder_at <= $1
     order by next_reminder_at, id
     limit $2`,
    [now, limit],
  );

/** When the instalment is looked at next; null: never again. */
export const setNextLook = (db: Queryable, paymentId: number, at: Date | null): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1', [paymentId, at]);

/** The open instalments of an order that nobody looks at yet; those that need no looking any more are put to rest. */
export async function unwatchedInstalments(tx: Tx, orderId: number): Promise<{ id: number; dueAt: Date }[]> {
  await tx.run(
    `update payments set next_reminder_at = null
     where order_id = $1 and status in ('paid', 'cancelled') and next_reminder_at is not null`,
    [orderId],
  );
  return tx.rows(
    `select id, due_at as "dueAt"
     from payments
     where order_id = $1 and status not in ('paid', 'cancelled') and next_reminder_at is null
     order by position`,
    [orderId],
  );
}

/** A row that failed comes again a little later, so that it keeps nobody else waiting. */
export const putOffFailed = (db: Db, paymentId: number, until: Date, now: Date): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1 and next_reminder_at <= $3', [paymentId, until, now]);
