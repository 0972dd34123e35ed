import { mailboxKey } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { insertTicketRequest } from './ticket-request-store.ts';

export interface TooManyRequests {
  readonly kind: 'too_many_requests';
  readonly waitSeconds: number;
}

/**
 * Only stores the request: `mail-tickets-again` looks for tickets later, so that neither the answer nor its timing
 * reveals whether there are any. Calls `remember` in the same transaction.
 */
export async function requestTickets(
  { db, limits }: { readonly db: Db; readonly limits: Limits },
  wanted: { readonly email: string; readonly network: string },
  now: Date,
  remember: (tx: Tx) => Promise<void> = async () => {},
): Promise<Result<null, TooManyRequests>> {
  const counts = [
    [limits['resend-network'], wanted.network],
    // Counts all networks and all spellings of the address together.
    [limits['resend-address'], mailboxKey(wanted.email)],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_requests', waitSeconds: answer.retryAfterSeconds });
  }
  await db.transaction(async (tx) => {
    await insertTicketRequest(tx, wanted.email, now);
    await remember(tx);
  });
  return ok(null);
}
