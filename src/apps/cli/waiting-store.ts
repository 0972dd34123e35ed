import type { Queryable } from '#platform/db/db.ts';

/** Counts the work that continues automatically once a restored shop is started. */
export async function countWaiting(db: Queryable): Promise<{ mails: number; attempts: number }> {
  const row = await db.row<{ mails: number; attempts: number }>(
    `select (select count(*) from mails where status = 'waiting') as mails,
       (select count(*) from payment_attempts where next_query_at is not null) as attempts`,
  );
  return row!;
}
