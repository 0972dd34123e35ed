import type { Queryable, Tx } from '#platform/db/db.ts';

/** Sets when the next reminder is sent; null means never again. */
export const setNextReminder = (db: Queryable, paymentId: number, at: Date | null): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1', [paymentId, at]);

/** Moves the due date of an instalment. Needs the order's lock. */
export const moveDueDay = (tx: Tx, paymentId: number, dueAt: Date): Promise<number> =>
  tx.run('update payments set due_at = $2 where id = $1', [paymentId, dueAt]);

/** Postpones the reminder after a failure at `now`, unless another process has checked the payment in the meantime. */
export const postponeReminder = (db: Queryable, paymentId: number, until: Date, now: Date): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1 and next_reminder_at <= $3', [paymentId, until, now]);
