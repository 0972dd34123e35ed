import { previewRefund } from '#features/refunds/server/public.ts';
import { noteConfigChange } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { withdrawFromSale } from '#features/stock/server/public.ts';
import { isStillOrdered } from '#features/tickets/domain/item-status.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  addOrders,
  type CancellationRow,
  cancellationById,
  insertCancellation,
  makeDueAgain,
  ordersInScope,
  type Scope,
  saleInScope,
  setPausedAt,
  ticketsInScope,
} from './cancellation-store.ts';

export interface CancellationPreview {
  readonly orders: number;
  readonly tickets: number;
  /** Unpaid or partially paid orders, which are cancelled. */
  readonly unpaid: number;
  /** The money to refund, by payment method. */
  readonly money: { readonly credit_card: number; readonly bank_transfer: number; readonly voucher: number };
  /** Lines that the customers keep, such as merchandise and tickets for other events. */
  readonly kept: number;
  /** Orders for the operator to decide about: a problem, a plan with other items, or tickets not refundable now. */
  readonly needYou: readonly string[];
}

/** Returns what `cancelEvent` would begin now. */
export async function previewCancellation(db: Db, scope: Scope, now: Date): Promise<CancellationPreview> {
  const money = { credit_card: 0, bank_transfer: 0, voucher: 0 };
  const needYou: string[] = [];
  let [tickets, unpaid, kept] = [0, 0, 0];
  const orders = await ordersInScope(db, scope);
  for (const order of orders) {
    const codes = (await ticketsInScope(db, order.orderId, scope)).filter(({ status }) => isStillOrdered(status));
    tickets += codes.length;
    if (order.status !== 'paid' && !order.isPlan) {
      if (order.status === 'problem') needYou.push(order.code);
      else unpaid += 1;
      continue;
    }
    kept += order.others;
    if (order.isPlan && order.others > 0) needYou.push(order.code);
    else if (codes.length > 0) {
      const request = { ...FULL_REFUND, orderCode: order.code, codes: codes.map(({ code }) => code) };
      const decided = await previewRefund(db, request, now);
      if (decided.ok) money[order.method] += decided.value.total;
      else needYou.push(order.code);
    }
  }
  return { orders: orders.length, tickets, unpaid, money, kept, needYou };
}

/** Refunds everything that was paid for the tickets, including fees. */
export const FULL_REFUND = { fees: 'returned', shipping: false, amount: null } as const;

/**
 * Takes the scope off sale at once and stores its orders. Due work refunds or cancels each of them once. Cancelling the
 * same scope again is refused.
 */
export async function cancelEvent(
  { db }: { readonly db: Db },
  request: { readonly scope: Scope; readonly reason: string; readonly actor: Actor; readonly subject: string },
  now: Date,
): Promise<Result<CancellationRow, { kind: 'cancelled_before' }>> {
  return await db.stockTransaction(async (tx) => {
    const inserted = await insertCancellation(tx, request, now);
    if (!inserted) return refuse({ kind: 'cancelled_before' as const });
    // From here on nobody can place another order.
    await withdrawFromSale(tx, await saleInScope(tx, request.scope), now);
    await noteConfigChange(tx);
    const orders = await ordersInScope(tx, request.scope);
    await addOrders(
      tx,
      inserted.id,
      orders.map(({ orderId }) => orderId),
      now,
    );
    const details = { cancellation: inserted.id, orders: orders.length };
    await writeAudit(tx, { actor: request.actor, action: 'event.cancelled', subject: request.subject, details }, now);
    return ok((await cancellationById(tx, inserted.id))!);
  });
}

/**
 * Pauses the cancellation after the current order, or resumes it. Resuming also retries the orders that needed the
 * operator.
 */
export async function pauseOrResume(
  { db }: { readonly db: Db },
  { id, isPaused, actor }: { readonly id: number; readonly isPaused: boolean; readonly actor: Actor },
  now: Date,
): Promise<Result<CancellationRow, { kind: 'unknown' }>> {
  return await db.transaction(async (tx) => {
    const paused = await setPaused(tx, { id, isPaused, actor }, now);
    if (!paused) return refuse({ kind: 'unknown' as const });
    if (isPaused) return ok(paused);
    await makeDueAgain(tx, id, now);
    return ok((await cancellationById(tx, id))!);
  });
}

/** Pauses the cancellation after the current order, or resumes it. Returns undefined if it does not exist. */
export async function setPaused(
  tx: Tx,
  { id, isPaused, actor }: { readonly id: number; readonly isPaused: boolean; readonly actor: Actor },
  now: Date,
): Promise<CancellationRow | undefined> {
  if ((await setPausedAt(tx, id, isPaused ? now : null)) === 0) return undefined;
  const action = isPaused ? 'event.cancellation_stopped' : 'event.cancellation_resumed';
  await writeAudit(tx, { actor, action, subject: `cancellation ${id}`, details: {} }, now);
  return await cancellationById(tx, id);
}
