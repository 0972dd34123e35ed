import { type DayRefusal, dueOn } from '#features/orders/domain/due-day.ts';
import { changeInstalment, insertInstalmentAfter, paymentOf, setNextReminder } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { neighboursOf, type SplitRefusal, whyNotSplitAt } from '../domain/change-plan.ts';
import { nextReviewAt } from '../domain/reminders.ts';
import { lateInstalments } from './late-instalments.ts';
import {
  dayOf,
  lockInstalment,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  payableUntil,
  remindAgain,
  stateOf,
} from './locked-plan.ts';
import type { ChangedDays } from './move-instalment.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface SplitRequest extends PlanChangeRequest {
  readonly reference: string;
  /** The first instalment's amount in minor units; the second has the rest. */
  readonly amount: number;
  /** '' if the first instalment keeps the day. */
  readonly firstDay: string;
  readonly secondDay: string;
}

export type SplitInstalmentRefusal =
  | PlanRefusal
  | SplitRefusal
  /** `of`: which of the two days. */
  | { kind: 'day'; of: 'first' | 'second'; why: DayRefusal };

/**
 * Splits an open instalment into two, each with its own day. The first keeps its reference and what is paid of it; the
 * second has the next reference of the order. The customer receives the new plan by mail.
 */
export const splitInstalment = (
  parts: PlanParts,
  request: SplitRequest,
  now: Date,
): Promise<Result<ChangedDays, SplitInstalmentRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedDays, SplitInstalmentRefusal>> => {
    const locked = await lockInstalment(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, shop, instalment } = locked.value;
    const refusal = whyNotSplitAt(instalment, request.amount);
    if (refusal) return refuse(refusal);
    const { timezone } = shop.public;
    const { previous, later } = neighboursOf(payments, instalment);
    const next = later[0]?.dueAt ?? null;
    const first =
      request.firstDay === ''
        ? instalment.dueAt
        : dueOn(request.firstDay, { timezone, previous: previous?.dueAt ?? null, next }, now);
    if (!(first instanceof Date)) return refuse({ kind: 'day', of: 'first', why: first });
    const second = dueOn(request.secondDay, { timezone, previous: first, next }, now);
    if (!(second instanceof Date)) return refuse({ kind: 'day', of: 'second', why: second });
    const until = request.isPreview ? null : await payableUntil(tx, [instalment], now);
    if (until) return refuse({ kind: 'being_paid', until });

    const before = stateOf(instalment);
    const rest = instalment.amount - request.amount;
    await changeInstalment(tx, instalment, {
      amount: request.amount,
      waivedAmount: instalment.waivedAmount,
      dueAt: first,
    });
    if (first.getTime() !== Date.parse(before.dueAt))
      await remindAgain(tx, instalment, new Date(before.dueAt), shop, now);
    const reference = `${order.code}-${Math.max(...payments.map(numberOf)) + 1}`;
    const id = await insertInstalmentAfter(tx, instalment, { reference, amount: rest, dueAt: second });
    await setNextReminder(tx, id, nextReviewAt({ dueAt: second, timezone }, shop.private.planGraceDays, now));
    const added = await paymentOf(tx, order.id, id);
    const changed = [
      { paymentId: instalment.id, reference: instalment.reference, before, after: stateOf(instalment) },
      { paymentId: id, reference, before: null, after: stateOf(added) },
    ];
    const change = await recordChange(tx, { orderId: order.id, kind: 'split', instalments: changed }, now);
    const details = {
      reference: instalment.reference,
      before: { amount: before.amount, day: dayOf(new Date(before.dueAt), timezone) },
      after: { amount: instalment.amount, day: dayOf(instalment.dueAt, timezone) },
      added: `${reference}: ${dayOf(second, timezone)}`,
    };
    await writeAudit(tx, { actor: request.actor, action: 'plan.split', subject: order.code, details }, now);
    const planChange = { kind: 'split', instalments: [instalment, added] } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    return ok({ order: order.code, change, late: await lateInstalments(tx, shop, order, [instalment, added]) });
  });

/** The number at the end of an instalment's reference. Numbers of deleted instalments can be used again. */
const numberOf = ({ reference }: { readonly reference: string }): number => Number(/-(\d+)$/.exec(reference)?.[1] ?? 0);
