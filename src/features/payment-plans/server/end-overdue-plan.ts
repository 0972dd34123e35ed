import { cancelLocked } from '#features/desk/server/public.ts';
import { mailCancelledByOperator, setNextReminder } from '#features/orders/server/public.ts';
import { openAttemptsOfOrder } from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { SYSTEM } from '#kernel/actor.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { type DueInstalmentRow, isDueForReview } from './instalment-store.ts';
import { type InstalmentParts, openInstalment } from './open-instalment.ts';
import { longDate } from './remind.ts';

const REVIEW_AGAIN_MS = 60 * 60_000;
/** An attempt that is older than this no longer protects a plan, even if its gateway still reports it as open. */
const LONGEST_ATTEMPT_MS = 24 * 60 * 60_000;

/**
 * Cancels the order of an instalment whose grace period is over; the caller has checked that this is the operator's
 * rule. The stock returns to sale, and the customer is owed what was paid. Only postpones the review while an attempt
 * may still succeed or a refund is unfinished.
 */
export async function endOverduePlan(parts: InstalmentParts, instalment: DueInstalmentRow, now: Date): Promise<void> {
  await parts.db.stockTransaction(async (tx) => {
    const shop = await loadShop(tx);
    const found = await openInstalment(tx, instalment, shop, now);
    // Since it was found due, another process may have reviewed it, or its day may have been moved.
    if (!found || !(await isDueForReview(tx, instalment.id, now))) return;
    const { order, payment, payments } = found;
    const attempts = await openAttemptsOfOrder(tx, order.id);
    const canStillBePaid = attempts.some(({ createdAt }) => now.getTime() - createdAt.getTime() < LONGEST_ATTEMPT_MS);
    const isOnItsWay = payments.some(({ status }) => status === 'processing');
    if (canStillBePaid || isOnItsWay) {
      await setNextReminder(tx, payment.id, new Date(now.getTime() + REVIEW_AGAIN_MS));
      return;
    }
    const { text } = languageOfShop(shop.public);
    const reason = text('Instalment {position} of {all} was due on {due}, and we have not received it.', {
      position: payment.position,
      all: payments.length,
      due: longDate(shop, payment.dueAt),
    });
    await cancelLocked(
      tx,
      {
        orderCancelled: (_, ended, why, at) =>
          mailCancelledByOperator(tx, { shop, shopUrl: parts.shopUrl }, ended, why, at),
      },
      order,
      { reason, actor: SYSTEM },
      now,
    );
    for (const { id } of payments) await setNextReminder(tx, id, null);
  });
}
