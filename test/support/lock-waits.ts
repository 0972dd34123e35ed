import { setTimeout as pause } from 'node:timers/promises';
import type { Queryable } from '#platform/db/db.ts';

/**
 * Resolves as soon as this many connections of the database wait for a lock. `db` must not be a transaction: inside
 * one, PostgreSQL keeps its first list of connections and never shows those opened later.
 */
export async function untilLockWaits(db: Queryable, count = 1): Promise<void> {
  while ((await lockWaits(db)) < count) await pause(2);
}

export async function lockWaits(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row!.count;
}
