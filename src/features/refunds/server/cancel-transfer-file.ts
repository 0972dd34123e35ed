import { writeAudits } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type WhyNotCancel, whyNotCancel } from '../domain/transfer-file.ts';
import type { RefundParts } from './refund-parts.ts';
import { creditsOf, lockRefundsOfFile, lockTransferFile, markCancelled } from './transfer-files-store.ts';

export type CancelFileRefusal = { readonly kind: 'unknown_file' } | WhyNotCancel;

/** Cancels a file that the bank does not have. Its refunds are free for the next file. */
export async function cancelTransferFile(
  { db }: Pick<RefundParts, 'db'>,
  { messageId, actor }: { readonly messageId: string; readonly actor: Actor },
  now: Date,
): Promise<Result<{ readonly freed: number }, CancelFileRefusal>> {
  return await db.transaction(async (tx): Promise<Result<{ readonly freed: number }, CancelFileRefusal>> => {
    const file = await lockTransferFile(tx, messageId);
    if (!file) return refuse({ kind: 'unknown_file' });
    await lockRefundsOfFile(tx, messageId);
    const credits = await creditsOf(tx, messageId);
    const refusal = whyNotCancel(file, credits);
    if (refusal) return refuse(refusal);
    await markCancelled(tx, file, nameOfActor(actor), now);
    const entries = credits.map(({ code, amount }) => ({
      actor,
      action: 'refund.taken_out_of_file' as const,
      subject: code,
      details: { file: messageId, total: amount },
    }));
    const details = { count: credits.length, total: file.total };
    await writeAudits(tx, [{ actor, action: 'transfer_file.cancelled', subject: messageId, details }, ...entries], now);
    return ok({ freed: credits.length });
  });
}
