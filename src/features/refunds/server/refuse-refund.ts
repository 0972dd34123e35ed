import { lockOrder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { RefundStatus } from '../domain/refund-status.ts';
import { mailRefundRefused } from './outcome-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, markRefused, type RefundRow, refundByCode } from './refund-store.ts';
import { takeBackRequest } from './take-back-request.ts';

export type RefuseRefusal =
  | { readonly kind: 'unknown_refund' }
  | { readonly kind: 'wrong_status'; readonly status: RefundStatus };

/** Refuses a request that nobody has started. Its items become valid again, and the customer is told the reason. */
export async function refuseRefund(
  parts: RefundParts,
  { code, reason, actor }: { readonly code: string; readonly reason: string; readonly actor: Actor },
  now: Date,
): Promise<Result<RefundRow, RefuseRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<RefundRow, RefuseRefusal>> => {
    const found = await refundByCode(tx, code);
    if (!found) return refuse({ kind: 'unknown_refund' });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    if (refund.status !== 'active') return refuse({ kind: 'wrong_status', status: refund.status });
    await takeBackRequest(tx, refund, order, now);
    await markRefused(tx, refund, reason);
    await mailRefundRefused(tx, { ...parts, shop: await parts.loadShop(tx) }, refund, order, now);
    const details = { order: order.code, total: refund.total };
    await writeAudit(tx, { actor, action: 'refund.refused', subject: refund.code, details }, now);
    return ok(refund);
  });
}
