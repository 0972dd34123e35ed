import type { Queryable } from '#platform/db/db.ts';

/** Sets when the next reminder goes out; null: never again. */
export const setNextReminder = (db: Queryable, paymentId: number, at: Date | null): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1', [paymentId, at]);

/** Puts the reminder off after a failure at `now`, unless another process has checked the payment meanwhile. */
export const postponeReminder = (db: Queryable, paymentId: number, until: Date, now: Date): Promise<number> =>
  db.run('update payments set next_reminder_at = $2 where id = $1 and next_reminder_at <= $3', [paymentId, until, now]);
