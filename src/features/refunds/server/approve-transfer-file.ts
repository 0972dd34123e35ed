import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type WhyNotApprove, whyNotApprove } from '../domain/transfer-file.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockTransferFile, markApproved } from './transfer-files-store.ts';

export type ApproveRefusal = { readonly kind: 'unknown_file' } | WhyNotApprove;

/** Approves a file as the second person. A check constraint also keeps its maker from approving it. */
export async function approveTransferFile(
  { db }: Pick<RefundParts, 'db'>,
  { messageId, actor }: { readonly messageId: string; readonly actor: Extract<Actor, { kind: 'staff' }> },
  now: Date,
): Promise<Result<{ readonly total: number }, ApproveRefusal>> {
  return await db.transaction(async (tx): Promise<Result<{ readonly total: number }, ApproveRefusal>> => {
    const file = await lockTransferFile(tx, messageId);
    if (!file) return refuse({ kind: 'unknown_file' });
    const refusal = whyNotApprove({ ...file, madeBy: file.madeByStaff }, actor.id);
    if (refusal) return refuse(refusal);
    await markApproved(tx, file.id, { name: actor.name, staffId: actor.id }, now);
    const details = { count: file.credits, total: file.total, made_by: file.madeBy };
    await writeAudit(tx, { actor, action: 'transfer_file.approved', subject: messageId, details }, now);
    return ok({ total: file.total });
  });
}
