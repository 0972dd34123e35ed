import type { Queryable } from '#platform/db/db.ts';
import { keyedHash } from '#platform/secrets/hashes.ts';
import { type Limit, MAX_WINDOW_MINUTES } from './limits.ts';

const NO_KEY = Buffer.alloc(0);

export type LimitAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Counts one attempt of `subject` (an email, an address, a cart) in the database, which all processes share. Windows
 * are fixed and allow `attempts` each. Only a keyed hash of the subject is stored.
 */
export async function countAttempt(db: Queryable, limit: Limit, subject: string, now: Date): Promise<LimitAnswer> {
  const windowMs = limit.windowSeconds * 1_000;
  const windowStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs);
  const row = await db.row<{ count: number }>(
    `insert into rate_limits (bucket, window_start, count)
     values ($1, $2, 1)
     on conflict (bucket, window_start) do update set count = rate_limits.count + 1
     returning count`,
    [bucketOf(limit, subject), windowStart],
  );
  if ((row?.count ?? 1) <= limit.attempts) return { allowed: true };
  return { allowed: false, retryAfterSeconds: Math.ceil((windowStart.getTime() + windowMs - now.getTime()) / 1_000) };
}

/** Takes back an attempt that proved harmless. */
export async function uncountAttempt(db: Queryable, limit: Limit, subject: string, now: Date): Promise<void> {
  const windowMs = limit.windowSeconds * 1_000;
  await db.run('update rate_limits set count = count - 1 where bucket = $1 and window_start = $2 and count > 0', [
    bucketOf(limit, subject),
    new Date(Math.floor(now.getTime() / windowMs) * windowMs),
  ]);
}

/** Forgets the attempts of a subject, after a success that proves who it is. */
export async function clearAttempts(db: Queryable, limit: Limit, subject: string): Promise<void> {
  await db.run('delete from rate_limits where bucket = $1', [bucketOf(limit, subject)]);
}

/** Due work: deletes ended windows. Uses an array for index look-ups; `in (select …)` may read the entire table. */
export async function forgetOldWindows(db: Queryable, now: Date): Promise<number> {
  return db.run(
    `delete from rate_limits where ctid = any(array(
       select ctid from rate_limits where window_start < $1 limit 1000))`,
    [new Date(now.getTime() - MAX_WINDOW_MINUTES * 60_000)],
  );
}

export const subjectHash = ({ key = NO_KEY }: Limit, subject: string): Buffer => keyedHash(key, subject);

const bucketOf = (limit: Limit, subject: string): string =>
  `${limit.name}:${subjectHash(limit, subject).toString('base64url').slice(0, 32)}`;
