import type { Queryable } from '#platform/db/db.ts';
import type { Caller } from '#platform/http/calls.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { findLoginToken, touchLoginToken } from './login-token-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A login ends if it is not used for this long. */
export const LOGIN_IDLE_MS = 30 * DAY_MS;
/** Every login ends after this time, so that a stolen token does not give access forever. */
export const LOGIN_MAX_AGE_MS = 90 * DAY_MS;
const TOUCH_EVERY_MS = 60 * 60 * 1_000;

/** Returns who is logged in. Null if the token is unknown, idle or old. One query, and a second about once an hour. */
export async function authenticate(db: Queryable, token: string, now: Date): Promise<Caller | null> {
  const hash = tokenHash(token);
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const found = await findLoginToken(db, hash, {
    usedAfter: before(LOGIN_IDLE_MS),
    begunAfter: before(LOGIN_MAX_AGE_MS),
  });
  if (!found) return null;
  if (now.getTime() - found.lastUsedAt.getTime() >= TOUCH_EVERY_MS) await touchLoginToken(db, hash, now);
  return { customerId: found.customerId, tokenHash: hash, provedAt: found.provedAt };
}
