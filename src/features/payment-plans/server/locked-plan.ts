import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  findPayable,
  hasRefunds,
  lockOrder,
  type OrderRow,
  type PaymentRow,
  paymentsOf,
  setNextReminder,
} from '#features/orders/server/public.ts';
import { canStillBePaid } from '#features/payments/domain/attempt-times.ts';
import { type MoneyParts, openAttemptsOfPayment } from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { type PlanFacts, type WhyNotChangePart, whyNotChangePart } from '../domain/change-plan.ts';
import { nextMorning, nextReviewAt, reminderAt } from '../domain/reminders.ts';
import { forgetAnnouncement } from './charge-store.ts';
import { recordMove } from './moved-instalment-store.ts';
import type { PartState } from './plan-change-store.ts';

export interface PlanParts {
  readonly db: Db;
  readonly money: MoneyParts;
}

/** The fields of every request that changes a plan. */
export interface PlanChangeRequest {
  readonly actor: Actor;
  /** In a preview, open payment pages do not matter: they are closed before the plan is actually changed. */
  readonly isPreview?: boolean;
}

export type PlanRefusal =
  | { kind: 'unknown_part' }
  | { kind: WhyNotChangePart }
  /** Somebody is on the payment page of the part, which would ask for the earlier amount. */
  | { kind: 'being_paid'; until: Date };

export interface LockedPlan {
  readonly order: OrderRow;
  /** Sorted by position. */
  readonly payments: PaymentRow[];
  readonly facts: PlanFacts;
  readonly shop: Shop;
}

/** Finds the order of a reference and locks it. `part` is null if the reference is only the order's code. */
export async function lockPlan(
  tx: Tx,
  reference: string,
): Promise<Result<LockedPlan & { readonly part: PaymentRow | null }, PlanRefusal>> {
  const found = await findPayable(tx, normalizeReference(reference));
  const order = found && (await lockOrder(tx, found.orderId));
  if (!found || !order) return refuse({ kind: 'unknown_part' });
  const payments = await paymentsOf(tx, [order.id]);
  const facts: PlanFacts = {
    isPlan: order.hasPaymentPlan,
    status: order.paymentStatus,
    hasRefunds: await hasRefunds(tx, order.id),
    parts: payments,
  };
  const part = payments.find(({ id }) => id === found.paymentId) ?? null;
  return ok({ order, payments, facts, shop: await loadShop(tx), part });
}

/** Like `lockPlan` for the reference of one part. Refuses a part that cannot be changed now. */
export async function lockPart(
  tx: Tx,
  reference: string,
): Promise<Result<LockedPlan & { readonly part: PaymentRow }, PlanRefusal>> {
  const locked = await lockPlan(tx, reference);
  if (!locked.ok) return locked;
  const { part, facts } = locked.value;
  if (!part) return refuse({ kind: 'unknown_part' });
  const why = whyNotChangePart(facts, part);
  return why ? refuse({ kind: why }) : ok({ ...locked.value, part });
}

/** Returns until when one of the parts can still be paid on an open payment page; null if none can. */
export async function payableUntil(db: Queryable, parts: readonly PaymentRow[], now: Date): Promise<Date | null> {
  const attempts = (await Promise.all(parts.map(({ id }) => openAttemptsOfPayment(db, id)))).flat();
  const ends = attempts.filter((one) => canStillBePaid(one, now)).map(({ expiresAt }) => expiresAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** Such as 2027-07-12, for the audit log. */
export const dayOf = (moment: Date, timezone: string): string => isoDay(localDay(moment, timezone));

export const stateOf = (part: PaymentRow): PartState => ({
  amount: part.amount,
  waivedAmount: part.waivedAmount,
  paidAmount: part.paidAmount,
  dueAt: part.dueAt.toISOString(),
});

/**
 * Plans the mails of a part whose day has changed. Their sequence begins again. A mail whose day has passed goes out on
 * the next morning, because it announces the charge of a saved card.
 */
export async function remindAgain(
  tx: Tx,
  part: Pick<PaymentRow, 'id' | 'dueAt'>,
  wasDueAt: Date,
  shop: Shop,
  now: Date,
): Promise<void> {
  const moments = { dueAt: part.dueAt, timezone: shop.public.timezone };
  const isSoon = reminderAt(moments, 'week-before') <= now;
  await recordMove(tx, part.id, wasDueAt, now);
  await forgetAnnouncement(tx, part.id, part.dueAt);
  await setNextReminder(
    tx,
    part.id,
    isSoon ? nextMorning(moments.timezone, now) : nextReviewAt(moments, shop.private.planGraceDays, now),
  );
}
