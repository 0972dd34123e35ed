import { lockOrder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { MovementStatus } from '../domain/movement-status.ts';
import { followMovements } from './follow-movements.ts';
import { isOrderDisputed, movementByKey, movementsOf } from './movement-store.ts';
import { replaceMovement } from './plan-movements.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund, type RefundRow } from './refund-store.ts';

export type RetryRefusal =
  | { readonly kind: 'unknown_movement' }
  | { readonly kind: 'not_failed'; readonly status: MovementStatus }
  /** The customer's bank may return the same money. */
  | { readonly kind: 'disputed' }
  /** A file already orders another part of this refund by bank. */
  | { readonly kind: 'in_file'; readonly file: string };

/** Tries a failed movement again, or sends its money by bank. */
export async function retryMovement(
  parts: RefundParts,
  { key, byBank, actor }: { readonly key: string; readonly byBank: boolean; readonly actor: Actor },
  now: Date,
): Promise<Result<{ refund: RefundRow; movement: string; gateway: string | null }, RetryRefusal>> {
  return await parts.db.stockTransaction(async (tx) => {
    const seen = await movementByKey(tx, key);
    if (!seen || seen.refundId === null) return refuse({ kind: 'unknown_movement' as const });
    const order = (await lockOrder(tx, seen.orderId))!;
    const refund = (await lockRefund(tx, seen.refundId))!;
    const movements = await movementsOf(tx, refund.id);
    const failed = movements.find(({ id }) => id === seen.id)!;
    if (failed.status !== 'failed') return refuse({ kind: 'not_failed' as const, status: failed.status });
    if (await isOrderDisputed(tx, order.id)) return refuse({ kind: 'disputed' as const });
    const inFile = movements.some(({ gateway, status }) => gateway === null && status === 'pending');
    const goesByBank =
      byBank || failed.gateway === null || parts.gateways?.named(failed.gateway)?.can.refund !== 'parts';
    if (goesByBank && inFile && refund.exportedIn !== null) {
      return refuse({ kind: 'in_file' as const, file: refund.exportedIn });
    }
    await replaceMovement(tx, parts, refund, failed, now, { byBank });
    await followMovements(tx, parts, [{ order, refund }], now);
    const made = (await movementsOf(tx, refund.id)).at(-1)!;
    const details = { order: order.code, movement: key, by: made.key };
    await writeAudit(tx, { actor, action: 'refund.movement_retried', subject: refund.code, details }, now);
    return ok({ refund, movement: made.key, gateway: made.gateway });
  });
}
