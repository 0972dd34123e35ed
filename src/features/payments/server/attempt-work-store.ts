import type { Queryable } from '#platform/db/db.ts';
import { type AttemptRow, attemptColumns } from './attempt-store.ts';

/**
 * Takes attempts whose gateway must be queried. Schedules their next query first, so that a crash only delays it. An
 * attempt that is still open a week after it expired is queried for the last time.
 */
export const takeAttemptsToQuery = (
  db: Queryable,
  gateways: readonly string[],
  now: Date,
  limit: number,
): Promise<AttemptRow[]> =>
  db.rows(
    `update payment_attempts a
     set next_query_at = $1::timestamptz + case
       when a.status <> 'processing' and $1 - a.expires_at > interval '7 days' then null
       when $1 - a.created_at < interval '10 minutes' then interval '2 minutes'
       when $1 - a.created_at < interval '1 hour' then interval '5 minutes'
       when $1 - a.created_at < interval '1 day' then interval '30 minutes'
       else interval '6 hours' end
     from payments p
     where p.id = a.payment_id and a.id = any(array(
       select id
       from payment_attempts
       where next_query_at <= $1 and gateway = any($3)
       order by next_query_at
       limit $2
       for update skip locked
     ))
     returning ${attemptColumns}`,
    [now, limit, gateways],
  );

/**
 * Wipes the payment actions of up to `limit` attempts settled by `before`, because they can contain the payer's name
 * and address. Returns their number.
 */
export const wipeActions = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update payment_attempts
     set action = null
     where id = any(array(
       select id
       from payment_attempts
       where action is not null and settled_at <= $1
       order by settled_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

/** Changes when an open attempt expires. An attempt that has ended, or is being paid, keeps its time. */
export const movePayableUntil = async (db: Queryable, attempt: AttemptRow, until: Date): Promise<void> => {
  if (attempt.expiresAt.getTime() === until.getTime()) return;
  await db.run(`update payment_attempts set expires_at = $2 where id = $1 and status = 'open'`, [attempt.id, until]);
};
