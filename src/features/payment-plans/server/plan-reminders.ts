import { setNextReminder } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { instalmentsWithoutReminder } from './instalment-store.ts';

/**
 * Plans the first review of each open instalment after money has arrived for its plan: at the next date still ahead,
 * because past dates need no mail. Existing review dates stay. Needs the order's lock. Safe to repeat.
 */
export async function planReminders(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void> {
  const { timezone } = shop.public;
  for (const { id, dueAt } of await instalmentsWithoutReminder(tx, orderId)) {
    await setNextReminder(tx, id, nextReviewAt({ dueAt, timezone }, shop.private.planGraceDays, now));
  }
}
