import { putOffReminder, setNextReminder } from '#features/orders/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { graceEndsAt, newestReminder, nextLookAt } from '../domain/reminders.ts';
import { endOverduePlan } from './end-overdue-plan.ts';
import { type DueInstalmentRow, dueInstalments } from './instalment-store.ts';
import { type InstalmentParts, type OpenInstalment, openInstalment } from './open-instalment.ts';
import { mailReminder } from './remind.ts';

const BATCH = 20;
const FAILED_AGAIN_MS = 15 * 60_000;

/**
 * Looks at open instalments of plans when their moment has come: sends the newest mail that is due, and where the operator's rule is
 * to cancel, ends a plan whose grace is over. A transaction of its own each; the mail's key lets it go out once.
 */
export const lookAtInstalments = (parts: InstalmentParts): DueWork => ({
  name: 'look-at-instalments',
  async run(now) {
    const due = await dueInstalments(parts.db, now, BATCH);
    for (const instalment of due) {
      try {
        await lookAt(parts, instalment, now);
      } catch (error) {
        parts.onError(error);
        await putOffReminder(parts.db, instalment.id, new Date(now.getTime() + FAILED_AGAIN_MS), now);
      }
    }
    return due.length;
  },
});

async function lookAt(parts: InstalmentParts, instalment: DueInstalmentRow, now: Date): Promise<void> {
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
  await setNextReminder(tx, found.payment.id, nextLookAt(moments, shop.private.planGraceDays, now));
}
