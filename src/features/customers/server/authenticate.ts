import type { Queryable } from '#platform/db/db.ts';
import type { Caller } from '#platform/http/calls.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { inOneTurn } from '#platform/work/in-one-turn.ts';
import { findLoginTokens, touchLoginToken } from './login-token-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A login expires if it is not used for this long. */
export const LOGIN_IDLE_MS = 30 * DAY_MS;
/** Every login expires after this time, so that a stolen token does not give access forever. */
export const LOGIN_MAX_AGE_MS = 90 * DAY_MS;
const TOUCH_EVERY_MS = 60 * 60 * 1_000;

export type Authenticate = (token: string, now: Date) => Promise<Caller | null>;

/**
 * Returns who is logged in; null if the token is unknown, idle or old. Makes one query for all requests in one turn of
 * the event loop, and about once an hour a second one, which stores the token's last use.
 */
export function createAuthenticate(db: Queryable): Authenticate {
  const find = inOneTurn(async (wanted: readonly { readonly hash: Buffer; readonly now: Date }[]) => {
    const latest = Math.max(...wanted.map(({ now }) => now.getTime()));
    const tokens = await findLoginTokens(
      db,
      wanted.map(({ hash }) => hash),
      { usedAfter: new Date(latest - LOGIN_IDLE_MS), begunAfter: new Date(latest - LOGIN_MAX_AGE_MS) },
    );
    return wanted.map(({ hash }) => tokens.find((token) => token.tokenHash.equals(hash)) ?? null);
  });
  return async (token, now) => {
    const hash = tokenHash(token);
    const found = await find({ hash, now });
    if (!found) return null;
    if (now.getTime() - found.lastUsedAt.getTime() >= TOUCH_EVERY_MS) await touchLoginToken(db, hash, now);
    return { customerId: found.customerId, tokenHash: hash, provedAt: found.provedAt };
  };
}
