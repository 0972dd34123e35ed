import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  changePart,
  deletePart,
  moveOrder,
  movePayments,
  type PaymentRow,
  sellAgain,
} from '#features/orders/server/public.ts';
import { listShortReceiptsAgain } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { awaitPaymentAgain } from '#features/tickets/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { forgetMailKeys } from '#platform/mail/outbox-store.ts';
import { dueAgainAt } from '../domain/due-again.ts';
import {
  type LockedPlan,
  lockPlan,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  payableUntil,
  remindAgain,
  stateOf,
} from './locked-plan.ts';
import type { ChangedPlan } from './move-part.ts';
import {
  type ChangedPart,
  forgetPart,
  isPartUsed,
  lastChange,
  markChangeUndone,
  type PlanChange,
} from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';
import { setDiscountOf } from './waive-parts.ts';

export interface UndoChangeRequest extends PlanChangeRequest {
  /** The order's code. */
  readonly order: string;
  /** The change that the caller saw as the latest. */
  readonly change: number;
}

export type UndoChangeRefusal =
  | PlanRefusal
  /** Somebody has undone it, or changed the plan again. */
  | { kind: 'not_the_last' }
  | { kind: 'paid_since' }
  | { kind: 'part_in_use' };

/**
 * Undoes the last change of a plan, as if it had never been made. The customer receives the restored plan by
 * mail. Refused if something later depends on it: a part was paid, or somebody has begun to pay one that would
 * disappear.
 */
export const undoPlanChange = (
  parts: PlanParts,
  request: UndoChangeRequest,
  now: Date,
): Promise<Result<ChangedPlan, UndoChangeRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedPlan, UndoChangeRefusal>> => {
    const locked = await lockPlan(tx, normalizeReference(request.order));
    if (!locked.ok) return locked;
    const { order, payments, facts, shop } = locked.value;
    const change = await lastChange(tx, order.id);
    if (change?.id !== request.change) return refuse({ kind: 'not_the_last' });
    const why = await whyNotUndo(tx, locked.value, change);
    if (why) return refuse(why);
    const affected = change.parts.map((one) => ({ ...one, part: payments.find(({ id }) => id === one.paymentId)! }));
    const until =
      request.isPreview || change.kind === 'moved'
        ? null
        : await payableUntil(
            tx,
            affected.map(({ part }) => part),
            now,
          );
    if (until) return refuse({ kind: 'being_paid', until });

    const wasPaid = facts.status === 'paid';
    const restored: PaymentRow[] = [];
    for (const { before, part } of affected) {
      if (before === null) {
        await forgetPart(tx, part.id);
        await deletePart(tx, part);
        continue;
      }
      restored.push(part);
      const wasDueAt = part.dueAt;
      const formerly = new Date(before.dueAt);
      // A part that fell due while it was waived could not be paid.
      const again =
        change.kind === 'waived' ? dueAgainAt({ dueAt: formerly, timezone: shop.public.timezone }, now) : null;
      await changePart(tx, part, {
        amount: before.amount,
        waivedAmount: before.waivedAmount,
        dueAt: again ?? formerly,
      });
      await movePayments(tx, [{ payment: part, to: statusByMoney(part.amount, part.paidAmount), paidAt: null }]);
      await remindAgain(tx, part, wasDueAt, shop, now);
    }
    await markChangeUndone(tx, change.id, now);
    const details = { reference: change.parts.map(({ reference }) => reference).join(', '), change: change.kind };
    await writeAudit(tx, { actor: request.actor, action: 'plan.undone', subject: order.code, details }, now);
    if (change.kind === 'waived') {
      const amount = change.parts.reduce((all, { before, after }) => all + (before?.amount ?? 0) - after.amount, 0);
      await setDiscountOf(tx, order, order.discountAmount - amount);
      await moveOrder(tx, order, 'partial');
      await listShortReceiptsAgain(
        tx,
        restored.map(({ id }) => id),
      );
      if (wasPaid) {
        await awaitPaymentAgain(tx, order.id);
        await forgetMailKeys(tx, order.id, ['payment-received', 'more-tickets']);
      }
    }
    const planChange = { kind: 'undone', parts: restored, areTicketsClosed: wasPaid } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    if (change.kind === 'waived') await sellAgain(tx, shop, order, now);
    return ok({ order: order.code, change: change.id });
  });

async function whyNotUndo(
  tx: Tx,
  { order, payments, facts }: LockedPlan,
  change: PlanChange,
): Promise<UndoChangeRefusal | null> {
  if (facts.hasRefunds) return { kind: 'has_refunds' };
  const isUnderWay = order.paymentStatus === 'partial' || (change.kind === 'waived' && order.paymentStatus === 'paid');
  if (!isUnderWay) return { kind: 'not_under_way' };
  for (const changed of change.parts) {
    const part = payments.find(({ id }) => id === changed.paymentId);
    if (!part || !isUnchangedSince(part, changed)) return { kind: 'paid_since' };
    if (part.status === 'processing') return { kind: 'on_its_way' };
    if (part.status === 'problem') return { kind: 'part_problem' };
    if (changed.before === null && (await isPartUsed(tx, part.id))) return { kind: 'part_in_use' };
  }
  // The order would be paid without the waiver, so undoing it asks for money that nobody expects.
  const isPaidSince = payments.some(({ paidAt }) => paidAt !== null && paidAt > change.changedAt);
  return order.paymentStatus === 'paid' && isPaidSince ? { kind: 'paid_since' } : null;
}

function isUnchangedSince(part: PaymentRow, { after }: ChangedPart): boolean {
  const now = stateOf(part);
  return now.amount === after.amount && now.waivedAmount === after.waivedAmount && now.paidAmount === after.paidAmount;
}
