import { timesChargedBack } from '#features/ledger/server/public.ts';
import type { OrderRow } from '#features/orders/server/public.ts';
import { setNextReminder } from '#features/orders/server/public.ts';
import {
  type AttemptRow,
  type ChargeParts,
  canCharge,
  chargeInstalment,
  openAttemptsOfPayment,
  prepareCharge,
  type SavedMethodRow,
  savedMethodById,
  savedMethodOf,
} from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { chargeAgainAt, mayCharge } from '../domain/charging.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { chargeNoMore, chargesOf, recordCharge, recordFailureMail } from './charge-store.ts';
import type { DueInstalmentRow } from './instalment-store.ts';
import { mailNotCharged } from './not-charged-mail.ts';
import { type InstalmentParts, type OpenInstalment, openInstalment } from './open-instalment.ts';

/** An answer that was lost is asked for again after this; the same moment ends the review of a paid instalment. */
const AGAIN_MS = 15 * 60_000;
const LINK_OPEN_MS = 60 * 60_000;

/** Written and committed; its card is charged afterwards. */
export interface Charge {
  readonly attempt: AttemptRow;
  readonly order: OrderRow;
  readonly method: SavedMethodRow;
}

const savedCardOf = ({ expires, agreed_at: agreedAt, saved_at: savedAt }: SavedMethodRow) => ({
  expires,
  agreedAt,
  savedAt,
});

/** The order's card, if its gateway can charge it. None once money was taken back: the rest is paid by link. */
export async function chargeableCard(tx: Tx, parts: ChargeParts, orderId: number): Promise<SavedMethodRow | null> {
  const method = await savedMethodOf(tx, orderId);
  if (!method || !canCharge(parts, method)) return null;
  return (await timesChargedBack(tx, orderId)) > 0 ? null : method;
}

/**
 * Writes the attempt that charges the card, if the instalment is to be charged now. `wait`: somebody may be paying it
 * at this moment. Null: it is not charged now. The caller holds the order's lock.
 */
export async function prepareCollection(
  tx: Tx,
  parts: ChargeParts,
  { order, payment }: OpenInstalment,
  shop: Shop,
  now: Date,
): Promise<Charge | 'wait' | null> {
  const again = new Date(now.getTime() + AGAIN_MS);
  const open = await openAttemptsOfPayment(tx, payment.id);
  const lost = open.find(({ saved_method_id: card }) => card !== null);
  if (lost) {
    // Its answer was lost: the same charge again, even if the card has been removed since, because it may be paid.
    await setNextReminder(tx, payment.id, again);
    const method = (await savedMethodById(tx, lost.saved_method_id!))!;
    return { attempt: lost, order, method };
  }
  const { timezone } = shop.public;
  const method = await chargeableCard(tx, parts, order.id);
  if (!method) return null;
  const charges = await chargesOf(tx, payment.id);
  if (!mayCharge({ dueAt: payment.due_at, timezone }, savedCardOf(method), charges, now)) return null;
  if (open.length > 0) {
    await setNextReminder(tx, payment.id, new Date(now.getTime() + LINK_OPEN_MS));
    return 'wait';
  }
  await recordCharge(tx, payment.id, chargeAgainAt(charges.tries + 1, charges.firstTriedAt ?? now, timezone), now);
  await setNextReminder(tx, payment.id, again);
  return { attempt: await prepareCharge(tx, parts, payment, method, now), order, method };
}

/** Charges the card; if that fails for good or for now, mails the link at once. Throws if the answer is lost. */
export async function collect(
  parts: InstalmentParts,
  instalment: DueInstalmentRow,
  charge: Charge,
  shop: Shop,
  now: Date,
): Promise<void> {
  const { attempt, order, method } = charge;
  const update = await chargeInstalment(parts.charging(shop), attempt, order, method, now);
  if (update.status === 'paid' || update.status === 'processing') return;
  const isTriedAgain = update.status === 'declined' && update.again;
  await parts.db.transaction(async (tx) => {
    const found = await openInstalment(tx, instalment, shop, now);
    if (!isTriedAgain) await chargeNoMore(tx, instalment.id);
    if (!found) return;
    const { retryAt } = await chargesOf(tx, instalment.id);
    const needsCustomer = update.status === 'needs_customer';
    const failed = { ...found, attempt, card: method.label, needsCustomer, retryAt };
    await mailNotCharged(tx, { shop, shopUrl: parts.shopUrl }, failed, now);
    await recordFailureMail(tx, instalment.id, now);
    await setNextReminder(tx, instalment.id, nextReview(found, retryAt, shop, now));
  });
}

/** At the next mail, or when the card is charged again. */
export function nextReview({ payment }: OpenInstalment, retryAt: Date | null, shop: Shop, now: Date): Date {
  const moments = { dueAt: payment.due_at, timezone: shop.public.timezone };
  const next = nextReviewAt(moments, shop.private.planGraceDays, now);
  return retryAt !== null && retryAt > now && retryAt < next ? retryAt : next;
}
