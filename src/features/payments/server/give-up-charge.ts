import { lockOrder } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { lostCharge } from '../domain/lost-charge.ts';
import type { AttemptRow } from './attempt-store.ts';
import { chargeWithReference } from './find-attempt-store.ts';
import { lockAttempts, moveAttempts } from './settle-store.ts';

export type GiveUpRefusal = { kind: 'unknown_charge' } | { kind: 'ended_before' } | { kind: 'still_repeated' };

/**
 * Ends a charge that its gateway has not answered for a day, so that nothing waits for it any more. If its money
 * arrives later, it still counts.
 */
export async function giveUpCharge(
  tx: Tx,
  reference: string,
  now: Date,
): Promise<Result<{ readonly attempt: AttemptRow; readonly orderCode: string }, GiveUpRefusal>> {
  const seen = await chargeWithReference(tx, reference);
  if (!seen) return refuse({ kind: 'unknown_charge' });
  const order = (await lockOrder(tx, seen.orderId))!;
  const attempt = (await lockAttempts(tx, [seen.id]))[0]!;
  if (attempt.status !== 'created') return refuse({ kind: 'ended_before' });
  if (lostCharge(attempt.createdAt, now).kind !== 'unclear') return refuse({ kind: 'still_repeated' });
  await moveAttempts(tx, [attempt], 'expired', now, null);
  return ok({ attempt, orderCode: order.code });
}
