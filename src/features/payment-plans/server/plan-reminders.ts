import { setNextReminder } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { nextLookAt } from '../domain/reminders.ts';
import { instalmentsWithoutReminder } from './instalment-store.ts';

/**
 * Money has arrived for a plan whose order is locked: from now on its open instalments are looked at, first at the next date that
 * is still ahead (what lies behind needs no mail). Those that are looked at already stay as they are. Safe to repeat.
 */
export async function planReminders(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void> {
  const { timezone } = shop.public;
  for (const { id, dueAt } of await instalmentsWithoutReminder(tx, orderId)) {
    await setNextReminder(tx, id, nextLookAt({ dueAt, timezone }, shop.private.planGraceDays, now));
  }
}
