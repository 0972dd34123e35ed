import { type GiveUpRefusal, giveUpCharge } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';

/** Ends a charge whose answer was lost, once a person has found out at the provider that it was not made. */
export async function endCharge(
  parts: { readonly db: Db },
  wanted: { readonly reference: string; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<Result<{ readonly reference: string; readonly orderCode: string }, GiveUpRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const ended = await giveUpCharge(tx, wanted.reference, now);
    if (!ended.ok) return ended;
    const { attempt, orderCode } = ended.value;
    const { reference, amount, gateway } = attempt;
    const details = { reference, amount, gateway, reason: wanted.reason };
    await writeAudit(tx, { actor: wanted.actor, action: 'payment.charge_ended', subject: orderCode, details }, now);
    return ok({ reference, orderCode });
  });
}
