import { postponeReminder, setNextReminder } from '#features/orders/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { willBeCharged } from '../domain/charging.ts';
import { graceEndsAt, newestReminder, reminderAt } from '../domain/reminders.ts';
import { chargesOf, recordAnnouncement } from './charge-store.ts';
import { chargeableCard, collect, nextReview, prepareCollection } from './collect-instalment.ts';
import { endOverduePlan } from './end-overdue-plan.ts';
import { type DueInstalmentRow, dueInstalments, isDueForReview } from './instalment-store.ts';
import { type InstalmentParts, type OpenInstalment, openInstalment } from './open-instalment.ts';
import { mailReminder } from './remind.ts';

const BATCH = 20;
const RETRY_AFTER_MS = 15 * 60_000;

/**
 * Reviews open instalments that are due: sends the newest due mail, charges the saved card, and ends a plan after its
 * grace period if the operator's rule is to cancel. Each has its own transaction, and keys prevent duplicate mails.
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
  const charge = await parts.db.transaction(async (tx) => {
    const found = await openInstalment(tx, instalment, shop, now);
    // Another process may have reviewed it since it was found due.
    if (!found || !(await isDueForReview(tx, instalment.id, now))) return null;
    const collection = await prepareCollection(
      tx,
      { ...parts.charging(shop), shopUrl: parts.shopUrl },
      found,
      shop,
      now,
    );
    if (collection === null) await sendReminder(tx, parts, shop, found, now);
    return collection;
  });
  if (charge && charge !== 'wait') await collect(parts, instalment, charge, shop, now);
}

async function sendReminder(
  tx: Tx,
  parts: InstalmentParts,
  shop: Shop,
  found: OpenInstalment,
  now: Date,
): Promise<void> {
  const { order, payment } = found;
  const moments = { dueAt: payment.dueAt, timezone: shop.public.timezone };
  const stage = newestReminder(moments, now);
  const { retryAt, failureMailedAt } = await chargesOf(tx, payment.id);
  // A mail about the failed charge has already told the customer.
  const wasMailed = stage !== null && failureMailedAt !== null && failureMailedAt >= reminderAt(moments, stage);
  if (stage && !wasMailed) {
    const method = stage === 'week-before' ? await chargeableCard(tx, parts.charging(shop), order.id) : null;
    const card = method && willBeCharged(moments, method) ? method.label : null;
    await mailReminder(tx, { shop, shopUrl: parts.shopUrl }, { ...found, stage, card }, now);
    if (card !== null) await recordAnnouncement(tx, payment.id, now);
  }
  await setNextReminder(tx, payment.id, nextReview(found, retryAt, shop, now));
}
