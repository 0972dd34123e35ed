import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable, lockOrder, paymentOf, resetAttemptCount } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';

export type ResetRefusal = { kind: 'unknown_reference' } | { kind: 'paid_already' };

/** Lets the customer try a card payment again. Returns the payment's reference and its number of attempts so far. */
export async function resetAttempts(
  parts: { db: Db },
  wanted: { reference: string; actor: Actor },
  now: Date,
): Promise<Result<{ reference: string; attempts: number }, ResetRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const found = await findPayable(tx, wanted.reference);
    if (!found || found.paymentId === null) return refuse({ kind: 'unknown_reference' as const });
    await lockOrder(tx, found.orderId);
    const payment = await paymentOf(tx, found.orderId, found.paymentId);
    if (payment.status === 'paid') return refuse({ kind: 'paid_already' as const });
    const reference = normalizeReference(wanted.reference);
    await resetAttemptCount(tx, payment.id);
    const details = { reference, attempts: payment.attempts };
    await writeAudit(
      tx,
      { actor: wanted.actor, action: 'payment.attempts_reset', subject: found.orderCode, details },
      now,
    );
    return ok({ reference, attempts: payment.attempts });
  });
}
