import type { Queryable, Tx } from '#platform/db/db.ts';

/** An instalment due for review. Not locked, because each is decided separately. */
export interface DueInstalmentRow {
  readonly id: number;
  readonly orderId: number;
  readonly dueAt: Date;
}

export const dueInstalments = (db: Queryable, now: Date, limit: number): Promise<DueInstalmentRow[]> =>
  db.rows(
    `select id, order_id as "orderId", due_at as "dueAt"
     from payments
     where next_reminder_at <= $1
     order by next_reminder_at, id
     limit $2`,
    [now, limit],
  );

/** Whether the instalment is still due for review; the caller holds the order's lock. */
export const isDueForReview = async (tx: Tx, id: number, now: Date): Promise<boolean> =>
  (await tx.row('select 1 from payments where id = $1 and next_reminder_at <= $2', [id, now])) !== undefined;

/** The order's open instalments without a review date. */
export const instalmentsWithoutReminder = (tx: Tx, orderId: number): Promise<{ id: number; dueAt: Date }[]> =>
  tx.rows(
    `select id, due_at as "dueAt"
     from payments
     where order_id = $1 and status not in ('paid', 'cancelled') and next_reminder_at is null
     order by position`,
    [orderId],
  );
