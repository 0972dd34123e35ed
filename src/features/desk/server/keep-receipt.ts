import { lockOrder } from '#features/orders/server/public.ts';
import { lockReceipt, type ReceiptRow, receiptById, stopReturn } from '#features/payments/server/public.ts';
import { isOnItsWayBack } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';

export type KeepRefusal = { kind: 'unknown_receipt' } | { kind: 'on_its_way_back' } | { kind: 'stays_anyway' };

/** Keeps card money from going back automatically. It stays in suspense and on the operator's list. */
export async function keepReceipt(
  parts: { readonly db: Db },
  wanted: { readonly receiptId: number; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<Result<ReceiptRow, KeepRefusal>> {
  return await parts.db.transaction(async (tx) => {
    const seen = await receiptById(tx, wanted.receiptId);
    if (!seen) return refuse({ kind: 'unknown_receipt' as const });
    const order = seen.orderId === null ? null : await lockOrder(tx, seen.orderId);
    const receipt = (await lockReceipt(tx, seen.id))!;
    if (await isOnItsWayBack(tx, receipt.id)) return refuse({ kind: 'on_its_way_back' as const });
    if (receipt.returnAt === null) return refuse({ kind: 'stays_anyway' as const });
    await stopReturn(tx, receipt.id);
    const details = { receipt: receipt.id, amount: receipt.suspended, reason: wanted.reason };
    const subject = order?.code ?? `receipt ${receipt.id}`;
    await writeAudit(tx, { actor: wanted.actor, action: 'payment.kept', subject, details }, now);
    return ok(receipt);
  });
}
