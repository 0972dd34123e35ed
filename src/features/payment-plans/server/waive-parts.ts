import { statusByMoney } from '#features/orders/domain/order-status.ts';
import {
  changePart,
  linesOf,
  moveOrder,
  movePayments,
  type OrderRow,
  type PaymentRow,
  sellAgain,
  setDiscount,
  setPayBy,
} from '#features/orders/server/public.ts';
import { acknowledgeMoney, issueOrders, settleShortReceipts } from '#features/payments/server/public.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { waivedOf, whyNotChangePart, whyNotChangePlan } from '../domain/change-plan.ts';
import { forgetAnnouncement } from './charge-store.ts';
import {
  lockPlan,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  payableUntil,
  stateOf,
} from './locked-plan.ts';
import type { ChangedPlan } from './move-part.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface WaiveRequest extends PlanChangeRequest {
  /** A part's reference, or the order's code for all open parts. */
  readonly reference: string;
  /** In minor units; null for the full open amount. */
  readonly amount: number | null;
  /** Goes into the audit log, so it must not contain names. */
  readonly reason: string;
}

export type WaiveRefusal =
  | PlanRefusal
  | { kind: 'more_than_open'; open: number }
  | { kind: 'nothing_open' }
  | { kind: 'no_reason' };

/**
 * Lowers the price of a plan by what is still to be paid: part of an open part, all of it, or all open parts. It is a
 * discount after the sale: the sale is booked again at the new price, with its tax, and documents on account are
 * credited and issued again. If nothing is left to pay, the order is paid: its tickets become valid, and its invoice is
 * issued.
 */
export const waiveParts = (
  parts: PlanParts,
  request: WaiveRequest,
  now: Date,
): Promise<Result<ChangedPlan & { readonly amount: number }, WaiveRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedPlan & { readonly amount: number }, WaiveRefusal>> => {
    if (request.reason === '') return refuse({ kind: 'no_reason' });
    const locked = await lockPlan(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, facts, shop, part } = locked.value;
    const open = part ? [part] : payments.filter(({ status }) => status !== 'paid' && status !== 'cancelled');
    const why = whyNotChangePlan(facts) ?? open.map((one) => whyNotChangePart(facts, one)).find((one) => one !== null);
    if (why) return refuse({ kind: why });
    if (open.length === 0) return refuse({ kind: 'nothing_open' });
    const waived = waivedOf(open, request.amount);
    if (!waived) {
      return refuse({ kind: 'more_than_open', open: open.reduce((all, one) => all + one.amount - one.paidAmount, 0) });
    }
    const until = request.isPreview ? null : await payableUntil(tx, open, now);
    if (until) return refuse({ kind: 'being_paid', until });

    const befores = open.map(stateOf);
    for (const [index, one] of open.entries()) {
      await lower(tx, one, waived[index]!.amount, now);
    }
    const amount = waived.reduce((all, one) => all + one.amount, 0);
    const before = { total: order.totalPrice };
    await setDiscountOf(tx, order, order.discountAmount + amount);
    const changed = open.map((one, index) => ({
      paymentId: one.id,
      reference: one.reference,
      before: befores[index]!,
      after: stateOf(one),
    }));
    const change = await recordChange(tx, { orderId: order.id, kind: 'waived', parts: changed }, now);
    const references = open.map(({ reference }) => reference).join(', ');
    const details = {
      reference: references,
      amount,
      before,
      after: { total: order.totalPrice },
      reason: request.reason,
    };
    await writeAudit(tx, { actor: request.actor, action: 'plan.waived', subject: order.code, details }, now);
    const isPaid = order.totalPaid >= order.totalPrice;
    if (isPaid) {
      await moveOrder(tx, order, 'paid');
      await setPayBy(tx, order, null);
      await issueOrders(tx, { ...parts.money, shop }, [{ order }], now);
    }
    await settleShortReceipts(tx, [order.id], now);
    const planChange = { kind: 'waived', parts: open, amount } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    // Documents come last, because their numbers are locked until the end.
    await sellAgain(tx, shop, order, now);
    const paid = isPaid ? [{ order, money: { paymentId: null, amount: 0 } }] : [];
    await acknowledgeMoney(tx, { ...parts.money, shop }, paid, now);
    return ok({ order: order.code, change, amount });
  });

async function lower(tx: Tx, part: PaymentRow, amount: number, now: Date): Promise<void> {
  const left = part.amount - amount;
  await changePart(tx, part, { amount: left, waivedAmount: part.waivedAmount + amount, dueAt: part.dueAt });
  await forgetAnnouncement(tx, part.id, part.dueAt);
  if (left === 0) return await movePayments(tx, [{ payment: part, to: 'cancelled' }]);
  const to = statusByMoney(left, part.paidAmount);
  await movePayments(tx, [{ payment: part, to, paidAt: to === 'paid' ? now : part.paidAt }]);
}

/** The discount is shared over the lines as at the checkout, so that tax, refunds and documents follow. */
export async function setDiscountOf(tx: Tx, order: OrderRow, discountAmount: number): Promise<void> {
  const lines = await linesOf(tx, [order.id]);
  const shares = discountShares(lines, order.shippingAmount, discountAmount);
  await setDiscount(
    tx,
    order,
    discountAmount,
    lines.map(({ id }, index) => ({ lineId: id, share: shares.lines[index]!.share })),
  );
}
