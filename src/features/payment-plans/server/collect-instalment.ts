import { timesChargedBack } from '#features/ledger/server/public.ts';
import type { OrderRow } from '#features/orders/server/public.ts';
import { setNextReminder } from '#features/orders/server/public.ts';
import { lostCharge } from '#features/payments/domain/lost-charge.ts';
import {
  type AttemptRow,
  type ChargeParts,
  canCharge,
  chargeInstalment,
  openAttemptsOfPayment,
  prepareCharge,
  repeatCharge,
  type SavedMethodRow,
  savedMethodById,
  savedMethodOfOrder,
  unansweredCharge,
} from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { chargeAgainAt, mayCharge } from '../domain/charging.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { chargesOf, recordCharge, recordDecline, recordFailureMail } from './charge-store.ts';
import type { DueInstalmentRow } from './instalment-store.ts';
import { mailNotCharged, type NotCharged } from './not-charged-mail.ts';
import { type InstalmentParts, type OpenInstalment, openInstalment } from './open-instalment.ts';

/** The time in milliseconds after a charge until the instalment is reviewed again, if it is still open. */
const AFTER_CHARGE_MS = 15 * 60_000;
const LINK_OPEN_MS = 60 * 60_000;

/** A charge that is written and committed. Its card is charged afterwards. */
export interface Charge {
  readonly attempt: AttemptRow;
  readonly order: OrderRow;
  readonly method: SavedMethodRow;
}

const savedCardOf = ({ expires, agreedAt, savedAt }: SavedMethodRow) => ({
  expires,
  agreedAt,
  savedAt,
});

/**
 * Returns the order's card if its gateway can charge it. Null once money was taken back, because the rest is then
 * paid by link.
 */
export async function chargeableCard(tx: Tx, parts: ChargeParts, orderId: number): Promise<SavedMethodRow | null> {
  const method = await savedMethodOfOrder(tx, orderId);
  if (!method || !canCharge(parts, method)) return null;
  return (await timesChargedBack(tx, [orderId])).has(orderId) ? null : method;
}

/**
 * Writes the attempt that charges the card, if the instalment should be charged now. Otherwise returns null, or `wait`
 * if somebody may be paying the instalment at this moment. The caller holds the order's lock.
 */
export async function prepareCollection(
  tx: Tx,
  parts: ChargeParts & Pick<InstalmentParts, 'shopUrl'>,
  found: OpenInstalment,
  shop: Shop,
  now: Date,
): Promise<Charge | 'wait' | null> {
  const { order, payment } = found;
  const unanswered = await unansweredCharge(tx, payment.id);
  if (unanswered) return await repeatOrWait(tx, parts, { found, attempt: unanswered }, shop, now);
  const { timezone } = shop.public;
  const method = await chargeableCard(tx, parts, order.id);
  if (!method) return null;
  const charges = await chargesOf(tx, payment.id);
  if (!mayCharge({ dueAt: payment.dueAt, timezone }, savedCardOf(method), charges, now)) return null;
  if ((await openAttemptsOfPayment(tx, payment.id)).length > 0) {
    await setNextReminder(tx, payment.id, new Date(now.getTime() + LINK_OPEN_MS));
    return 'wait';
  }
  await recordCharge(tx, payment.id, now);
  await setNextReminder(tx, payment.id, new Date(now.getTime() + AFTER_CHARGE_MS));
  return { attempt: await prepareCharge(tx, parts, payment, method, now), order, method };
}

/**
 * Repeats the same charge, even if the card has since been removed, because the charge may have succeeded. After a day
 * without an answer the customer receives the link by mail, and the plan continues with its reminders.
 */
async function repeatOrWait(
  tx: Tx,
  { shopUrl }: Pick<InstalmentParts, 'shopUrl'>,
  { found, attempt }: { readonly found: OpenInstalment; readonly attempt: AttemptRow },
  shop: Shop,
  now: Date,
): Promise<Charge | 'wait' | null> {
  const { order, payment } = found;
  const method = (await savedMethodById(tx, attempt.savedMethodId!))!;
  const lost = lostCharge(attempt.createdAt, now);
  if (lost.kind === 'unclear') {
    const { failureMailedAt } = await chargesOf(tx, payment.id);
    if (failureMailedAt !== null && failureMailedAt >= attempt.createdAt) return null;
    await mailFailure(tx, { shop, shopUrl }, { ...found, attempt, card: method.label, why: 'no_answer' }, now);
    return 'wait';
  }
  await setNextReminder(tx, payment.id, lost.nextAt);
  if (lost.kind === 'wait') return 'wait';
  await repeatCharge(tx, attempt, now);
  return { attempt, order, method };
}

/**
 * Charges the card. If that fails, mails the link at once, even if the card will be charged again. Throws if the answer
 * is lost.
 */
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
  await parts.db.transaction(async (tx) => {
    const found = await openInstalment(tx, instalment, shop, now);
    const { tries, firstTriedAt } = await chargesOf(tx, instalment.id);
    const isTriedAgain = update.status === 'declined' && update.again;
    const retryAt = isTriedAgain ? chargeAgainAt(tries, firstTriedAt ?? now, shop.public.timezone) : null;
    if (retryAt) await recordDecline(tx, instalment.id, retryAt);
    if (!found) return;
    const why = update.status === 'needs_customer' ? 'needs_customer' : 'declined';
    const failed = { ...found, attempt, card: method.label, why, retryAt } as const;
    await mailFailure(tx, { shop, shopUrl: parts.shopUrl }, failed, now);
  });
}

/** Mails the link at once, and plans the next review. */
async function mailFailure(
  tx: Tx,
  parts: { readonly shop: Shop; readonly shopUrl: string },
  failed: Omit<NotCharged, 'retryAt'> & { readonly retryAt?: Date | null },
  now: Date,
): Promise<void> {
  const { payment, retryAt = null } = failed;
  await mailNotCharged(tx, parts, { ...failed, retryAt }, now);
  await recordFailureMail(tx, payment.id, now);
  await setNextReminder(tx, payment.id, nextReview(failed, retryAt, parts.shop, now));
}

/** Returns when to review the instalment next: at its next mail, the end of its grace period, or the next charge. */
export function nextReview({ payment }: OpenInstalment, retryAt: Date | null, shop: Shop, now: Date): Date {
  const moments = { dueAt: payment.dueAt, timezone: shop.public.timezone };
  const next = nextReviewAt(moments, shop.private.planGraceDays, now);
  return retryAt !== null && retryAt > now && retryAt < next ? retryAt : next;
}
