import { type DayRefusal, dueOn } from '#features/orders/domain/due-day.ts';
import { changeInstalment } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { movedAlong, neighboursOf } from '../domain/change-plan.ts';
import { type LateInstalments, lateInstalments } from './late-instalments.ts';
import {
  dayOf,
  lockInstalment,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  remindAgain,
  stateOf,
} from './locked-plan.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface MoveRequest extends PlanChangeRequest {
  /** The instalment's reference. */
  readonly reference: string;
  /** Such as 2027-07-12, in the shop's zone. */
  readonly day: string;
  /** Later instalments move by the same number of days. */
  readonly movesLaterInstalments: boolean;
}

export type MoveInstalmentRefusal = PlanRefusal | DayRefusal | { kind: 'same_day' };

export interface ChangedPlan {
  readonly order: string;
  readonly change: number;
}

export interface ChangedDays extends ChangedPlan {
  /** Instalments that are due on the day of the event or later; null if none is. */
  readonly late: LateInstalments | null;
}

/**
 * Moves an open instalment of a plan to another day, and the later ones with it if requested. Its mails begin again
 * around that day, and the customer receives the new plan by mail.
 */
export const moveInstalment = (
  parts: PlanParts,
  request: MoveRequest,
  now: Date,
): Promise<Result<ChangedDays, MoveInstalmentRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedDays, MoveInstalmentRefusal>> => {
    const locked = await lockInstalment(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, shop, instalment } = locked.value;
    const { timezone } = shop.public;
    const { previous, later } = neighboursOf(payments, instalment);
    const next = request.movesLaterInstalments ? null : (later[0]?.dueAt ?? null);
    const to = dueOn(request.day, { timezone, previous: previous?.dueAt ?? null, next }, now);
    if (!(to instanceof Date)) return refuse(to);
    if (to.getTime() === instalment.dueAt.getTime()) return refuse({ kind: 'same_day' });
    const from = instalment.dueAt;
    const moved = [
      instalment,
      ...(request.movesLaterInstalments ? payments.filter(({ id }) => later.some((one) => one.id === id)) : []),
    ];
    const changed = [];
    for (const one of moved) {
      const before = stateOf(one);
      await changeInstalment(tx, one, {
        ...one,
        dueAt: one === instalment ? to : movedAlong(one.dueAt, from, to, timezone),
      });
      await remindAgain(tx, one, new Date(before.dueAt), shop, now);
      changed.push({ paymentId: one.id, reference: one.reference, before, after: stateOf(one) });
    }
    const change = await recordChange(tx, { orderId: order.id, kind: 'moved', instalments: changed }, now);
    const details = {
      reference: instalment.reference,
      before: { day: dayOf(from, timezone) },
      after: { day: dayOf(to, timezone) },
      ...(moved.length > 1 && { count: moved.length }),
    };
    await writeAudit(tx, { actor: request.actor, action: 'plan.moved', subject: order.code, details }, now);
    await mailPlanChanged(
      tx,
      { shop, shopUrl: parts.money.shopUrl },
      order,
      { kind: 'moved', instalments: moved },
      now,
    );
    return ok({ order: order.code, change, late: await lateInstalments(tx, shop, order, moved) });
  });
