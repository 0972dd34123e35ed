import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  changeInstalment,
  deleteInstalment,
  moveOrder,
  movePayments,
  type PaymentRow,
  rebookSale,
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
import type { ChangedPlan } from './move-instalment.ts';
import {
  type ChangedInstalment,
  forgetInstalment,
  isInstalmentUsed,
  lastChange,
  markChangeUndone,
  type PlanChange,
} from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';
import { setDiscountOf } from './waive-instalments.ts';

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
  | { kind: 'instalment_in_use' };

/**
 * Undoes the last change of a plan, as if it had never been made. The customer receives the restored plan by
 * mail. Refused if something later depends on it: an instalment was paid, or somebody has begun to pay one that would
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
    const affected = change.instalments.map((one) => ({
      ...one,
      instalment: payments.find(({ id }) => id === one.paymentId)!,
    }));
    const until =
      request.isPreview || change.kind === 'moved'
        ? null
        : await payableUntil(
            tx,
            affected.map(({ instalment }) => instalment),
            now,
          );
    if (until) return refuse({ kind: 'being_paid', until });

    const wasPaid = facts.status === 'paid';
    const restored: PaymentRow[] = [];
    for (const { before, instalment } of affected) {
      if (before === null) {
        await forgetInstalment(tx, instalment.id);
        await deleteInstalment(tx, instalment);
        continue;
      }
      restored.push(instalment);
      const wasDueAt = instalment.dueAt;
      const dueBefore = new Date(before.dueAt);
      // An instalment that fell due while it was waived could not be paid.
      const again =
        change.kind === 'waived' ? dueAgainAt({ dueAt: dueBefore, timezone: shop.public.timezone }, now) : null;
      await changeInstalment(tx, instalment, {
        amount: before.amount,
        waivedAmount: before.waivedAmount,
        dueAt: again ?? dueBefore,
      });
      await movePayments(tx, [
        { payment: instalment, to: statusByMoney(instalment.amount, instalment.paidAmount), paidAt: null },
      ]);
      await remindAgain(tx, instalment, wasDueAt, shop, now);
    }
    await markChangeUndone(tx, change.id, now);
    const details = { reference: change.instalments.map(({ reference }) => reference).join(', '), change: change.kind };
    await writeAudit(tx, { actor: request.actor, action: 'plan.undone', subject: order.code, details }, now);
    if (change.kind === 'waived') {
      const amount = change.instalments.reduce(
        (all, { before, after }) => all + (before?.amount ?? 0) - after.amount,
        0,
      );
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
    const planChange = { kind: 'undone', instalments: restored, areTicketsClosed: wasPaid } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    if (change.kind === 'waived') await rebookSale(tx, shop, order, 'price_changed', now);
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
  for (const changed of change.instalments) {
    const instalment = payments.find(({ id }) => id === changed.paymentId);
    if (!instalment || !isUnchangedSince(instalment, changed)) return { kind: 'paid_since' };
    if (instalment.status === 'processing') return { kind: 'on_its_way' };
    if (instalment.status === 'problem') return { kind: 'instalment_problem' };
    if (changed.before === null && (await isInstalmentUsed(tx, instalment.id))) return { kind: 'instalment_in_use' };
  }
  // The order would be paid without the waiver, so undoing it would ask for money that nobody expects to pay.
  const isPaidSince = payments.some(({ paidAt }) => paidAt !== null && paidAt > change.changedAt);
  return order.paymentStatus === 'paid' && isPaidSince ? { kind: 'paid_since' } : null;
}

function isUnchangedSince(instalment: PaymentRow, { after }: ChangedInstalment): boolean {
  const now = stateOf(instalment);
  return now.amount === after.amount && now.waivedAmount === after.waivedAmount && now.paidAmount === after.paidAmount;
}
