import { cancelLocked } from '#features/desk/server/public.ts';
import { mailCancelledByOperator, setNextReminder } from '#features/orders/server/public.ts';
import { openAttemptsOfOrder } from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { DueInstalmentRow } from './instalment-store.ts';
import { type InstalmentParts, openInstalment } from './open-instalment.ts';
import { longDate } from './remind.ts';

const ASK_AGAIN_MS = 60 * 60_000;
/** A try that its gateway keeps calling open for longer keeps no plan alive. */
const LONGEST_TRY_MS = 24 * 60 * 60_000;

/**
 * The operator's rule is to cancel, and this instalment's grace is over: the order ends, its stock goes back to sale, and what was
 * paid stays owed to the customer. Not while a try to pay may still succeed, nor while a refund is under way.
 */
export async function endOverduePlan(parts: InstalmentParts, instalment: DueInstalmentRow, now: Date): Promise<void> {
  await parts.db.stockTransaction(async (tx) => {
    const shop = await loadShop(tx);
    const found = await openInstalment(tx, instalment, shop, now);
    if (!found) return;
    const { order, payment, payments } = found;
    const tries = await openAttemptsOfOrder(tx, order.id);
    const mayStillBePaid = tries.some(({ created_at }) => now.getTime() - created_at.getTime() < LONGEST_TRY_MS);
    const isOnItsWay = payments.some(({ status }) => status === 'processing');
    if (mayStillBePaid || isOnItsWay) {
      await setNextReminder(tx, payment.id, new Date(now.getTime() + ASK_AGAIN_MS));
      return;
    }
    const { text } = languageOfShop(shop.public);
    const reason = text('Instalment {position} of {all} was due on {due}, and we have not received it.', {
      position: payment.position,
      all: payments.length,
      due: longDate(shop, payment.due_at),
    });
    await cancelLocked(
      tx,
      {
        orderCancelled: (_, ended, why, at) =>
          mailCancelledByOperator(tx, { shop, shopUrl: parts.shopUrl }, ended, why, at),
      },
      order,
      { reason, actor: 'system' },
      now,
    );
    for (const { id } of payments) await setNextReminder(tx, id, null);
  });
}
