import { earliestEnd } from '#features/catalogue/domain/times-of-use.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  hasRefunds,
  linesOf,
  lockOrder,
  mailDueDateMoved,
  orderByCode,
  paymentsOf,
  setDueAt,
  setPayBy,
  timesOfLines,
} from '#features/orders/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import {
  type DueDateRefusal,
  movedDeadline,
  type WhyNotMoveDueDate,
  whyNotMoveDueDate,
} from '../domain/move-due-date.ts';

export type MoveDueDateRefusal =
  | { kind: 'unknown_order' }
  | { kind: WhyNotMoveDueDate }
  | DueDateRefusal
  | { kind: 'same_day' };

export interface MoveDueDate {
  readonly code: string;
  /** Such as 2027-07-12, in the shop's zone. */
  readonly day: string;
  readonly actor: Actor;
}

/**
 * Gives an order that waits for its first transfer another due date. Its items are held until the days of grace after
 * it are over, and the buyer gets a mail with the new day. To undo this, move the date back.
 */
export const moveDueDate = (
  { db, shopUrl }: { readonly db: Db; readonly shopUrl: string },
  { code, day, actor }: MoveDueDate,
  now: Date,
): Promise<Result<{ dueAt: Date }, MoveDueDateRefusal>> =>
  db.transaction(async (tx): Promise<Result<{ dueAt: Date }, MoveDueDateRefusal>> => {
    const seen = await orderByCode(tx, normalizeReference(code));
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    const payments = await paymentsOf(tx, [order.id]);
    const [first, second] = payments;
    const why = whyNotMoveDueDate({
      status: order.paymentStatus,
      method: order.paymentMethod,
      isHeld: order.payBy !== null,
      hasRefunds: await hasRefunds(tx, order.id),
    });
    if (why) return refuse({ kind: why });
    if (!first || !isPayable(first.status)) return refuse({ kind: 'not_waiting' });
    const shop = await loadShop(tx);
    const { timezone } = shop.public;
    const ends = earliestEnd(timesOfLines(await linesOf(tx, [order.id]), shop));
    const limits = {
      timezone,
      graceDays: shop.private.bankTransferGraceDays,
      ends,
      nextDue: second?.dueAt ?? null,
    };
    const moved = movedDeadline(day, limits, now);
    if ('kind' in moved) return refuse(moved);
    const before = isoDay(localDay(first.dueAt, timezone));
    if (before === day) return refuse({ kind: 'same_day' });
    await setDueAt(tx, first, moved.dueAt);
    await setPayBy(tx, order, moved.payBy);
    const details = { before: { day: before }, after: { day } };
    await writeAudit(tx, { actor, action: 'order.due_date_moved', subject: order.code, details }, now);
    await mailDueDateMoved(tx, { shop, shopUrl }, order, now);
    return ok({ dueAt: moved.dueAt });
  });
