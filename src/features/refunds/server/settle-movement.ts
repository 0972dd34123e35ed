import { lockOrder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { canMoveMovement } from '../domain/movement-status.ts';
import { askForAccountIfCardFailed } from './ask-for-account.ts';
import { bookMovement } from './book-refund.ts';
import { followMovements } from './follow-movements.ts';
import { type MovementRow, moveMovement, movementById, type RefundMovementRow } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefund } from './refund-store.ts';
import { settleReturn } from './settle-return.ts';

export type MovementUpdate =
  | { readonly status: 'pending' | 'done' }
  | { readonly status: 'unknown'; readonly reason?: string }
  | { readonly status: 'failed'; readonly reason: string };

export const MAX_REASON_LENGTH = 300;

/**
 * Applies a gateway's report about a movement to a card; answers, queries and messages all end here. Uses one
 * transaction. Updates can arrive repeatedly and in any order. Never calls a gateway.
 */
export async function settleMovement(
  parts: RefundParts,
  seen: MovementRow,
  update: MovementUpdate,
  now: Date,
): Promise<void> {
  const to = update.status;
  if (to === 'pending' || to === 'unknown') return;
  const reason = update.status === 'failed' ? update.reason.slice(0, MAX_REASON_LENGTH) : '';
  const { refundId } = seen;
  if (refundId === null) return settleReturn(parts, seen, { to, reason }, now);
  await parts.db.stockTransaction(async (tx) => {
    const order = (await lockOrder(tx, seen.orderId))!;
    const refund = (await lockRefund(tx, refundId))!;
    const movement = { ...(await movementById(tx, seen.id))!, refundId };
    if (!canMoveMovement(movement.status, to)) return;
    await setMovement(tx, movement, to, reason, now);
    await followMovements(tx, parts, [{ order, refund }], now);
    if (to === 'failed') await askForAccountIfCardFailed(tx, parts, { order, refund }, now);
    const details = { order: order.code, movement: movement.key, amount: movement.amount, ...(reason && { reason }) };
    const action = `refund.movement_${to}` as const;
    await writeAudit(
      tx,
      { actor: { kind: 'gateway', name: seen.gateway ?? 'none' }, action, subject: refund.code, details },
      now,
    );
  });
}

/** Moves and books a movement. Call it under the locks of order and refund, and follow with `followMovements`. */
export async function setMovement(
  tx: Tx,
  movement: RefundMovementRow,
  to: 'done' | 'failed',
  reason: string,
  now: Date,
): Promise<void> {
  const from = movement.status;
  await moveMovement(tx, movement, to, reason, now);
  if (to === 'done') await bookMovement(tx, movement, 'paid', now);
  else if (from === 'done') await bookMovement(tx, movement, 'returned', now);
}
