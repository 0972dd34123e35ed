import { isClosed } from '#features/orders/domain/payment-status.ts';
import { moveDueDay, paymentsOf, setNextReminder } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { dueAgainAt } from '../domain/due-again.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { recordMove } from './moved-instalment-store.ts';

/**
 * Gives open instalments whose day has passed a new day when their plan resumes after a problem, during which nobody
 * could pay and no mail was sent. Otherwise the plan could end the next morning, before its customer knows. Call it
 * under the order's lock.
 */
export async function resumePlan(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void> {
  const { timezone } = shop.public;
  for (const { id, status, dueAt: wasDueAt } of await paymentsOf(tx, [orderId])) {
    const dueAt = isClosed(status) ? null : dueAgainAt({ dueAt: wasDueAt, timezone }, now);
    if (dueAt === null) continue;
    await moveDueDay(tx, id, dueAt);
    await recordMove(tx, id, wasDueAt, now);
    await setNextReminder(tx, id, nextReviewAt({ dueAt, timezone }, shop.private.planGraceDays, now));
  }
}
