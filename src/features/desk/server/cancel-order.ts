import { canMove, type OrderStatus } from '#features/orders/domain/order-status.ts';
import { endOrder, hasRefunds, lockOrder, type OrderRow, orderByCode } from '#features/orders/server/public.ts';
import { canStillBePaid } from '#features/payments/domain/attempt-times.ts';
import {
  closeAttempt,
  type Gateways,
  type MoneyParts,
  openAttemptsOfOrder,
  type SettleParts,
} from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

export interface OperatorOrderParts extends SettleParts {
  readonly gateways: Gateways;
  readonly money: MoneyParts;
  orderCancelled(tx: Tx, order: OrderRow, reason: string, now: Date): Promise<void>;
}

export interface CancelRequest {
  readonly code: string;
  readonly reason: string;
  readonly actor: Actor;
}

export type CancelOrderRefusal =
  | { kind: 'unknown_order' }
  | { kind: 'wrong_status'; status: OrderStatus }
  | { kind: 'has_refunds' }
  /** The gateway cannot close an open attempt, which the buyer can still pay until `until`. */
  | { kind: 'still_payable'; until: Date }
  | { kind: 'gateway_down'; error: unknown };

/**
 * Cancels an order that is not fully paid and releases its stock and voucher. Received money is owed to the customer.
 * First ends the order's open attempts at the gateway; if one of them paid the order in full, it is not cancelled.
 */
export async function cancelOrder(
  parts: OperatorOrderParts,
  request: CancelRequest,
  now: Date,
): Promise<Result<OrderRow, CancelOrderRefusal>> {
  const closed = await closeBeforeCancelling(parts, request.code, now);
  return closed.ok ? await cancelClosed(parts, request, now) : closed;
}

/** Ends the open attempts of an order that can be cancelled. Calls their gateways. */
export async function closeBeforeCancelling(
  parts: Pick<OperatorOrderParts, 'gateways'> & SettleParts,
  code: string,
  now: Date,
): Promise<Result<object, CancelOrderRefusal>> {
  const seen = await orderByCode(parts.db, code);
  if (!seen) return refuse({ kind: 'unknown_order' });
  const early = await whyNotCancel(parts.db, seen);
  if (early) return refuse(early);
  for (const attempt of await openAttemptsOfOrder(parts.db, seen.id)) {
    const closed = await closeAttempt(parts, attempt, now);
    if (!closed.ok) return closed;
  }
  return ok({});
}

/**
 * Cancels an order whose attempts are closed. Calls no gateway. With `isPreview`, open attempts do not matter, because
 * they are closed before the order is actually cancelled.
 */
export async function cancelClosed(
  parts: Pick<OperatorOrderParts, 'db' | 'orderCancelled'>,
  { code, isPreview = false, ...request }: CancelRequest & { readonly isPreview?: boolean },
  now: Date,
): Promise<Result<OrderRow, CancelOrderRefusal>> {
  return await parts.db.stockTransaction(async (tx) => {
    const seen = await orderByCode(tx, code);
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' as const });
    const refusal = await whyNotCancel(tx, order);
    if (refusal) return refuse(refusal);
    const payable = (await openAttemptsOfOrder(tx, order.id)).filter((attempt) => canStillBePaid(attempt, now));
    if (payable.length > 0 && !isPreview) {
      const until = new Date(Math.max(...payable.map(({ expiresAt: end }) => end.getTime())));
      return refuse({ kind: 'still_payable' as const, until });
    }
    await cancelLocked(tx, parts, order, request, now);
    return ok(order);
  });
}

/** Cancels an order that the caller has locked and checked. */
export async function cancelLocked(
  tx: Tx,
  parts: Pick<OperatorOrderParts, 'orderCancelled'>,
  order: OrderRow,
  { reason, actor }: Omit<CancelRequest, 'code'>,
  now: Date,
): Promise<void> {
  const from = order.paymentStatus;
  await endOrder(tx, order, 'cancelled', now);
  await parts.orderCancelled(tx, order, reason, now);
  const details = { from, owed: order.totalPaid - order.totalRefunded, ...(reason && { reason }) };
  await writeAudit(tx, { actor, action: 'order.cancelled', subject: order.code, details }, now);
}

async function whyNotCancel(db: Queryable, order: OrderRow): Promise<CancelOrderRefusal | null> {
  if (!canMove(order.paymentStatus, 'cancelled')) return { kind: 'wrong_status', status: order.paymentStatus };
  return (await hasRefunds(db, order.id)) ? { kind: 'has_refunds' } : null;
}
