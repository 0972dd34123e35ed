import type { Tx } from '#platform/db/db.ts';

/** Stores why an attempt was declined, in the provider's words. A text that is too long is cut off. */
export const noteDeclineReason = (tx: Tx, attemptId: number, reason: string): Promise<unknown> =>
  tx.run('update payment_attempts set decline_reason = left($2, 200) where id = $1', [attemptId, reason]);
