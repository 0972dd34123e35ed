import { changePart } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type DayRefusal, dueOn, movedAlong, neighboursOf } from '../domain/change-plan.ts';
import { type LateParts, lateParts } from './late-parts.ts';
import {
  dayOf,
  lockPart,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  remindAgain,
  stateOf,
} from './locked-plan.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface MoveRequest extends PlanChangeRequest {
  /** The part's reference. */
  readonly reference: string;
  /** Such as 2027-07-12, in the shop's zone. */
  readonly day: string;
  /** Later parts move by the same number of days. */
  readonly movesLaterParts: boolean;
}

export type MovePartRefusal = PlanRefusal | DayRefusal | { kind: 'same_day' };

export interface ChangedPlan {
  readonly order: string;
  readonly change: number;
}

export interface ChangedDays extends ChangedPlan {
  /** Parts that are due on the day of the event or later; null if none is. */
  readonly late: LateParts | null;
}

/**
 * Moves an open part of a plan to another day, and the later parts with it if requested. Its mails begin again around
 * that day, and the customer receives the new plan by mail.
 */
export const movePart = (
  parts: PlanParts,
  request: MoveRequest,
  now: Date,
): Promise<Result<ChangedDays, MovePartRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedDays, MovePartRefusal>> => {
    const locked = await lockPart(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, shop, part } = locked.value;
    const { timezone } = shop.public;
    const { previous, later } = neighboursOf(payments, part);
    const next = request.movesLaterParts ? null : (later[0]?.dueAt ?? null);
    const to = dueOn(request.day, { timezone, previous: previous?.dueAt ?? null, next }, now);
    if (!(to instanceof Date)) return refuse(to);
    if (to.getTime() === part.dueAt.getTime()) return refuse({ kind: 'same_day' });
    const from = part.dueAt;
    const moved = [
      part,
      ...(request.movesLaterParts ? payments.filter(({ id }) => later.some((one) => one.id === id)) : []),
    ];
    const changed = [];
    for (const one of moved) {
      const before = stateOf(one);
      await changePart(tx, one, { ...one, dueAt: one === part ? to : movedAlong(one.dueAt, from, to, timezone) });
      await remindAgain(tx, one, new Date(before.dueAt), shop, now);
      changed.push({ paymentId: one.id, reference: one.reference, before, after: stateOf(one) });
    }
    const change = await recordChange(tx, { orderId: order.id, kind: 'moved', parts: changed }, now);
    const details = {
      reference: part.reference,
      before: { day: dayOf(from, timezone) },
      after: { day: dayOf(to, timezone) },
      ...(moved.length > 1 && { count: moved.length }),
    };
    await writeAudit(tx, { actor: request.actor, action: 'plan.moved', subject: order.code, details }, now);
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, { kind: 'moved', parts: moved }, now);
    return ok({ order: order.code, change, late: await lateParts(tx, shop, order, moved) });
  });
