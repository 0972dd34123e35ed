import { postponeReminder, setNextReminder } from '#features/orders/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { graceEndsAt, newestReminder, nextReviewAt } from '../domain/reminders.ts';
import { endOverduePlan } from './end-overdue-plan.ts';
import { type DueInstalmentRow, dueInstalments } from './instalment-store.ts';
import { type InstalmentParts, type OpenInstalment, openInstalment } from './open-instalment.ts';
import { mailReminder } from './remind.ts';

const BATCH = 20;
const RETRY_AFTER_MS = 15 * 60_000;

/**
 * Reviews open instalments that are due: sends the newest due mail, and ends a plan after its grace period if the
 * operator's rule is to cancel. Each has its own transaction; the mail's key prevents duplicates.
 */
export const reviewInstalments = (parts: InstalmentParts): DueWork => ({
  name: 'review-instalments',
  async run(now) {
    const due = await dueInstalments(parts.db, now, BATCH);
    for (const instalment of due) {
      try {
        await review(parts, instalment, now);
      } catch (error) {
        parts.onError(error);
        await postponeReminder(parts.db, instalment.id, new Date(now.getTime() + RETRY_AFTER_MS), now);
      }
    }
    return due.length;
  },
});

async function review(parts: InstalmentParts, instalment: DueInstalmentRow, now: Date): Promise<void> {
  const shop = await loadShop(parts.db);
  const graceEnds = graceEndsAt({ ...instalment, timezone: shop.public.timezone }, shop.private.planGraceDays);
  if (shop.private.planOverdue === 'cancel' && graceEnds <= now) return endOverduePlan(parts, instalment, now);
  await parts.db.transaction(async (tx) => {
    const found = await openInstalment(tx, instalment, shop, now);
    if (!found) return;
    await remind(tx, parts, shop, found, now);
  });
}

async function remind(tx: Tx, parts: InstalmentParts, shop: Shop, found: OpenInstalment, now: Date): Promise<void> {
  const moments = { dueAt: found.payment.due_at, timezone: shop.public.timezone };
  const stage = newestReminder(moments, now);
  if (stage) await mailReminder(tx, { shop, shopUrl: parts.shopUrl }, { ...found, stage }, now);
  await setNextReminder(tx, found.payment.id, nextReviewAt(moments, shop.private.planGraceDays, now));
}
