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
import { type PlanFacts, type WhyNotChangeInstalment, whyNotChangeInstalment } from '../domain/change-plan.ts';
import { nextMorning, nextReviewAt, reminderAt } from '../domain/reminders.ts';
import { forgetAnnouncement } from './charge-store.ts';
import { recordMove } from './moved-instalment-store.ts';
import type { InstalmentState } from './plan-change-store.ts';

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
  | { kind: 'unknown_instalment' }
  | { kind: WhyNotChangeInstalment }
  /** Somebody is on the payment page of the instalment, which still shows the earlier amount. */
  | { kind: 'being_paid'; until: Date };

export interface LockedPlan {
  readonly order: OrderRow;
  /** Sorted by position. */
  readonly payments: PaymentRow[];
  readonly facts: PlanFacts;
  readonly shop: Shop;
}

/** Finds the order of a reference and locks it. `instalment` is null if the reference is only the order's code. */
export async function lockPlan(
  tx: Tx,
  reference: string,
): Promise<Result<LockedPlan & { readonly instalment: PaymentRow | null }, PlanRefusal>> {
  const found = await findPayable(tx, normalizeReference(reference));
  const order = found && (await lockOrder(tx, found.orderId));
  if (!found || !order) return refuse({ kind: 'unknown_instalment' });
  const payments = await paymentsOf(tx, [order.id]);
  const facts: PlanFacts = {
    isPlan: order.hasPaymentPlan,
    status: order.paymentStatus,
    hasRefunds: await hasRefunds(tx, order.id),
    instalments: payments,
  };
  const instalment = payments.find(({ id }) => id === found.paymentId) ?? null;
  return ok({ order, payments, facts, shop: await loadShop(tx), instalment });
}

/** Like `lockPlan` for the reference of one instalment. Refuses an instalment that cannot be changed now. */
export async function lockInstalment(
  tx: Tx,
  reference: string,
): Promise<Result<LockedPlan & { readonly instalment: PaymentRow }, PlanRefusal>> {
  const locked = await lockPlan(tx, reference);
  if (!locked.ok) return locked;
  const { instalment, facts } = locked.value;
  if (!instalment) return refuse({ kind: 'unknown_instalment' });
  const why = whyNotChangeInstalment(facts, instalment);
  return why ? refuse({ kind: why }) : ok({ ...locked.value, instalment });
}

/** Returns until when one of the payments can still be paid on an open payment page; null if none can. */
export async function payableUntil(db: Queryable, payments: readonly PaymentRow[], now: Date): Promise<Date | null> {
  const attempts = (await Promise.all(payments.map(({ id }) => openAttemptsOfPayment(db, id)))).flat();
  const ends = attempts.filter((one) => canStillBePaid(one, now)).map(({ expiresAt }) => expiresAt.getTime());
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** Such as 2027-07-12, for the audit log. */
export const dayOf = (moment: Date, timezone: string): string => isoDay(localDay(moment, timezone));

export const stateOf = (instalment: PaymentRow): InstalmentState => ({
  amount: instalment.amount,
  waivedAmount: instalment.waivedAmount,
  paidAmount: instalment.paidAmount,
  dueAt: instalment.dueAt.toISOString(),
});

/**
 * Plans the mails of an instalment whose day has changed. Their sequence begins again. A mail whose day has passed goes
 * out on the next morning, because it announces the charge of a saved card.
 */
export async function remindAgain(
  tx: Tx,
  instalment: Pick<PaymentRow, 'id' | 'dueAt'>,
  wasDueAt: Date,
  shop: Shop,
  now: Date,
): Promise<void> {
  const moments = { dueAt: instalment.dueAt, timezone: shop.public.timezone };
  const isSoon = reminderAt(moments, 'week-before') <= now;
  await recordMove(tx, instalment.id, wasDueAt, now);
  await forgetAnnouncement(tx, instalment.id, instalment.dueAt);
  await setNextReminder(
    tx,
    instalment.id,
    isSoon ? nextMorning(moments.timezone, now) : nextReviewAt(moments, shop.private.planGraceDays, now),
  );
}
