import { lockOrder } from '#features/orders/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { mailRefundCancelled } from './outcome-mails.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, refundByCode } from './refund-store.ts';
import { takeBackRequest } from './take-back-request.ts';

export type CancelRefusal = { readonly kind: 'unknown_refund' } | { readonly kind: 'under_way' };

/**
 * Cancels a request, which makes its items valid again. Repeating it succeeds without effect. A refund that the operator
 * started or made cannot be cancelled.
 */
export async function cancelRefund(
  parts: RefundParts,
  { customerId, code }: { readonly customerId: number; readonly code: string },
  now: Date,
): Promise<Result<void, CancelRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<void, CancelRefusal>> => {
    const found = await refundByCode(tx, code);
    if (found?.customerId !== customerId) return refuse({ kind: 'unknown_refund' });
    const order = (await lockOrder(tx, found.orderId))!;
    const refund = (await lockRefund(tx, found.id))!;
    if (refund.status === 'cancelled') return ok(undefined);
    if (refund.status !== 'active' || refund.isByOperator) return refuse({ kind: 'under_way' });
    await takeBackRequest(tx, refund, order, now);
    await mailRefundCancelled(tx, { ...parts, shop: await parts.loadShop(tx) }, refund, order, now);
    return ok(undefined);
  });
}
