import type { Queryable, Tx } from '#platform/db/db.ts';

/** Needs the order's lock. */
export const recordMove = (tx: Tx, paymentId: number, wasDueAt: Date, now: Date): Promise<number> =>
  tx.run(
    `insert into moved_instalments (payment_id, times, was_due_at, moved_at)
     values ($1, 1, $2, $3)
     on conflict (payment_id) do update
       set times = moved_instalments.times + 1, was_due_at = $2, moved_at = $3`,
    [paymentId, wasDueAt, now],
  );

/** Returns how often the instalment was given another day. */
export const timesMoved = async (db: Queryable, paymentId: number): Promise<number> =>
  (await db.row<{ times: number }>('select times from moved_instalments where payment_id = $1', [paymentId]))?.times ??
  0;
