import { changePart, insertPartAfter, paymentOf, setNextReminder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type DayRefusal, dueOn, neighboursOf, type SplitRefusal, whyNotSplitAt } from '../domain/change-plan.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { lateParts } from './late-parts.ts';
import {
  dayOf,
  lockPart,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  payableUntil,
  remindAgain,
  stateOf,
} from './locked-plan.ts';
import type { ChangedDays } from './move-part.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface SplitRequest extends PlanChangeRequest {
  readonly reference: string;
  /** The first part's amount in minor units; the second has the rest. */
  readonly amount: number;
  /** '' if the first part keeps the day. */
  readonly firstDay: string;
  readonly secondDay: string;
}

export type SplitPartRefusal =
  | PlanRefusal
  | SplitRefusal
  /** `of`: which of the two days. */
  | { kind: 'day'; of: 'first' | 'second'; why: DayRefusal };

/**
 * Splits an open part into two, each with its own day. The first keeps its reference and what is paid of it; the
 * second has the next reference of the order. The customer receives the new plan by mail.
 */
export const splitPart = (
  parts: PlanParts,
  request: SplitRequest,
  now: Date,
): Promise<Result<ChangedDays, SplitPartRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedDays, SplitPartRefusal>> => {
    const locked = await lockPart(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, shop, part } = locked.value;
    const refusal = whyNotSplitAt(part, request.amount);
    if (refusal) return refuse(refusal);
    const { timezone } = shop.public;
    const { previous, later } = neighboursOf(payments, part);
    const next = later[0]?.dueAt ?? null;
    const first =
      request.firstDay === ''
        ? part.dueAt
        : dueOn(request.firstDay, { timezone, previous: previous?.dueAt ?? null, next }, now);
    if (!(first instanceof Date)) return refuse({ kind: 'day', of: 'first', why: first });
    const second = dueOn(request.secondDay, { timezone, previous: first, next }, now);
    if (!(second instanceof Date)) return refuse({ kind: 'day', of: 'second', why: second });
    const until = request.isPreview ? null : await payableUntil(tx, [part], now);
    if (until) return refuse({ kind: 'being_paid', until });

    const before = stateOf(part);
    const rest = part.amount - request.amount;
    await changePart(tx, part, { amount: request.amount, waivedAmount: part.waivedAmount, dueAt: first });
    if (first.getTime() !== Date.parse(before.dueAt)) await remindAgain(tx, part, new Date(before.dueAt), shop, now);
    const reference = `${order.code}-${Math.max(...payments.map(numberOf)) + 1}`;
    const id = await insertPartAfter(tx, part, { reference, amount: rest, dueAt: second });
    await setNextReminder(tx, id, nextReviewAt({ dueAt: second, timezone }, shop.private.planGraceDays, now));
    const added = await paymentOf(tx, order.id, id);
    const changed = [
      { paymentId: part.id, reference: part.reference, before, after: stateOf(part) },
      { paymentId: id, reference, before: null, after: stateOf(added) },
    ];
    const change = await recordChange(tx, { orderId: order.id, kind: 'split', parts: changed }, now);
    const details = {
      reference: part.reference,
      before: { amount: before.amount, day: dayOf(new Date(before.dueAt), timezone) },
      after: { amount: part.amount, day: dayOf(part.dueAt, timezone) },
      added: `${reference}: ${dayOf(second, timezone)}`,
    };
    await writeAudit(tx, { actor: request.actor, action: 'plan.split', subject: order.code, details }, now);
    const planChange = { kind: 'split', parts: [part, added] } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    return ok({ order: order.code, change, late: await lateParts(tx, shop, order, [part, added]) });
  });

/** The number at the end of a part's reference. Numbers of deleted parts can be used again. */
const numberOf = ({ reference }: { readonly reference: string }): number => Number(/-(\d+)$/.exec(reference)?.[1] ?? 0);
