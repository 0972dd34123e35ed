import type { Queryable, Tx } from '#platform/db/db.ts';

/** Sets when the next reminder goes out; null: never again. */
export const setNextReminder = (db: Queryable, paymentId: number, at: Date | null): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1', [paymentId, at]);

/** For a part that is due on another day. Needs the order's lock. */
export const moveDueDay = (tx: Tx, paymentId: number, dueAt: Date): Promise<number> =>
  tx.run('update payments set due_at = $2 where id = $1', [paymentId, dueAt]);

/** Puts the reminder off after a failure at `now`, unless another process has checked the payment meanwhile. */
export const postponeReminder = (db: Queryable, paymentId: number, until: Date, now: Date): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1 and next_reminder_at <= $3', [paymentId, until, now]);
