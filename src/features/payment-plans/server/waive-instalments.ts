import { statusByMoney } from '#features/orders/domain/order-status.ts';
import {
  changeInstalment,
  linesOf,
  moveOrder,
  movePayments,
  type OrderRow,
  type PaymentRow,
  rebookSale,
  setDiscount,
  setPayBy,
} from '#features/orders/server/public.ts';
import { acknowledgeMoney, issueOrders, settleShortReceipts } from '#features/payments/server/public.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { waivedOf, whyNotChangeInstalment, whyNotChangePlan } from '../domain/change-plan.ts';
import { forgetAnnouncement } from './charge-store.ts';
import {
  lockPlan,
  type PlanChangeRequest,
  type PlanParts,
  type PlanRefusal,
  payableUntil,
  stateOf,
} from './locked-plan.ts';
import type { ChangedPlan } from './move-instalment.ts';
import { recordChange } from './plan-change-store.ts';
import { mailPlanChanged } from './plan-changed-mail.ts';

export interface WaiveRequest extends PlanChangeRequest {
  /** An instalment's reference, or the order's code for all open ones. */
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
 * Lowers the price of a plan by what is still to be paid: part of an open instalment, all of it, or all open ones. It
 * is a discount after the sale: the sale is booked again at the new price, with its tax, and invoices for payments on
 * account are credited and issued again. If nothing is left to pay, the order is paid: its tickets become valid, and
 * its invoice is issued.
 */
export const waiveInstalments = (
  parts: PlanParts,
  request: WaiveRequest,
  now: Date,
): Promise<Result<ChangedPlan & { readonly amount: number }, WaiveRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<ChangedPlan & { readonly amount: number }, WaiveRefusal>> => {
    if (request.reason === '') return refuse({ kind: 'no_reason' });
    const locked = await lockPlan(tx, request.reference);
    if (!locked.ok) return locked;
    const { order, payments, facts, shop, instalment } = locked.value;
    const open = instalment
      ? [instalment]
      : payments.filter(({ status }) => status !== 'paid' && status !== 'cancelled');
    const why =
      whyNotChangePlan(facts) ?? open.map((one) => whyNotChangeInstalment(facts, one)).find((one) => one !== null);
    if (why) return refuse({ kind: why });
    if (open.length === 0) return refuse({ kind: 'nothing_open' });
    const waived = waivedOf(open, request.amount);
    if (!waived) {
      return refuse({ kind: 'more_than_open', open: open.reduce((all, one) => all + one.amount - one.paidAmount, 0) });
    }
    const until = request.isPreview ? null : await payableUntil(tx, open, now);
    if (until) return refuse({ kind: 'being_paid', until });

    const statesBefore = open.map(stateOf);
    for (const [index, one] of open.entries()) {
      await lowerInstalment(tx, one, waived[index]!.amount, now);
    }
    const amount = waived.reduce((all, one) => all + one.amount, 0);
    const before = { total: order.totalPrice };
    await setDiscountOf(tx, order, order.discountAmount + amount);
    const changed = open.map((one, index) => ({
      paymentId: one.id,
      reference: one.reference,
      before: statesBefore[index]!,
      after: stateOf(one),
    }));
    const change = await recordChange(tx, { orderId: order.id, kind: 'waived', instalments: changed }, now);
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
    await settleShortReceipts(tx, [order], now);
    const planChange = { kind: 'waived', instalments: open, amount } as const;
    await mailPlanChanged(tx, { shop, shopUrl: parts.money.shopUrl }, order, planChange, now);
    // Documents come last, because their numbers are locked until the end.
    await rebookSale(tx, shop, order, 'price_changed', now);
    const paid = isPaid ? [{ order, shares: [] }] : [];
    await acknowledgeMoney(tx, { ...parts.money, shop }, paid, now);
    return ok({ order: order.code, change, amount });
  });

async function lowerInstalment(tx: Tx, instalment: PaymentRow, amount: number, now: Date): Promise<void> {
  const left = instalment.amount - amount;
  await changeInstalment(tx, instalment, {
    amount: left,
    waivedAmount: instalment.waivedAmount + amount,
    dueAt: instalment.dueAt,
  });
  await forgetAnnouncement(tx, instalment.id, instalment.dueAt);
  if (left === 0) return await movePayments(tx, [{ payment: instalment, to: 'cancelled' }]);
  const to = statusByMoney(left, instalment.paidAmount);
  await movePayments(tx, [{ payment: instalment, to, paidAt: to === 'paid' ? now : instalment.paidAt }]);
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
