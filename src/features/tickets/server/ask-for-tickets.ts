import { emailKey } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { countTry, type Limit } from '#platform/http/rate-limits.ts';
import { insertTicketRequest } from './ticket-request-store.ts';

/** An address is mailed to at most three times an hour, however many networks ask. */
export const resendLimits = {
  fromNetwork: { name: 'resend-network', tries: 60, windowSeconds: 60 * 60 },
  toAddress: { name: 'resend-address', tries: 3, windowSeconds: 60 * 60 },
} as const satisfies Record<string, Limit>;

export interface TooManyRequests {
  readonly kind: 'too_many_requests';
  readonly waitSeconds: number;
}

/**
 * Notes that somebody wants the tickets of an address. Whether there are any is found out after the answer
 * (mail-tickets-again), so that the answer and its time are the same for a known and an unknown one.
 */
export async function askForTickets(
  db: Db,
  wish: { readonly email: string; readonly network: string },
  now: Date,
): Promise<Result<null, TooManyRequests>> {
  const counts = [
    [resendLimits.fromNetwork, wish.network],
    [resendLimits.toAddress, emailKey(wish.email)],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countTry(db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_requests', waitSeconds: answer.retryAfterSeconds });
  }
  await insertTicketRequest(db, wish.email, now);
  return ok(null);
}
