import { canMove, issuesItems, type OrderStatus } from '#features/orders/domain/order-status.ts';
import {
  bookSale,
  hasRefunds,
  lockOrder,
  moveOrder,
  type OrderRow,
  orderByCode,
  paymentsOf,
  reviveOrder,
  setPayBy,
} from '#features/orders/server/public.ts';
import { acknowledgeMoney, issueOrders, openDisputeOf, resumeIfPlan } from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type SettledStatus, whyNotSettleAs } from '../domain/settled-status.ts';
import { cancelLocked, type OperatorOrderParts } from './cancel-order.ts';
import { resolveProblemPayments } from './problem-payments.ts';

export type SettleProblemRefusal =
  | { kind: 'unknown_order' }
  | { kind: 'no_problem'; status: OrderStatus }
  | { kind: 'money_differs'; total: number; paid: number }
  /** The shop still has the order's money, but the payer disputes it. */
  | { kind: 'open_dispute'; gateway: string; dispute: string }
  | { kind: 'stock_gone' }
  | { kind: 'has_refunds' };

/**
 * Settles an order's problem. `paid` and `partial` must match its money, so assign money in suspense first. While the
 * money is disputed, the order can only be cancelled. An order whose stock was released takes it again; if that fails,
 * the problem stays.
 */
export async function settleProblem(
  parts: OperatorOrderParts,
  request: { code: string; to: SettledStatus; reason: string; actor: Actor },
  now: Date,
): Promise<Result<OrderRow, SettleProblemRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<OrderRow, SettleProblemRefusal>> => {
    const seen = await orderByCode(tx, request.code);
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    if (order.paymentStatus !== 'problem' || !canMove('problem', request.to)) {
      return refuse({ kind: 'no_problem', status: order.paymentStatus });
    }
    const { totalPrice: total, totalPaid: paid } = order;
    const dispute = await openDisputeOf(tx, order.id);
    const facts = { total, paid, isDisputed: dispute !== undefined, hasRefunds: await hasRefunds(tx, order.id) };
    const refusal = whyNotSettleAs(facts, request.to);
    if (refusal === 'money_differs') return refuse({ kind: refusal, total, paid });
    if (refusal === 'open_dispute')
      return refuse({ kind: refusal, gateway: dispute!.gateway, dispute: dispute!.dispute });
    if (refusal !== null) return refuse({ kind: refusal });
    if (request.to === 'cancelled') {
      await cancelLocked(tx, parts, order, request, now);
      return ok(order);
    }
    const payments = await paymentsOf(tx, [order.id]);
    if (order.stockReleased && !(await reviveOrder(tx, order, payments, now))) return refuse({ kind: 'stock_gone' });
    // The sale of a revived order was reversed, so it is booked again. Does nothing if the sale is booked.
    await bookSale(tx, order, now);
    await moveOrder(tx, order, request.to);
    await setPayBy(tx, order, null);
    await resolveProblemPayments(tx, order);
    const money = { ...parts.money, shop: await loadShop(tx) };
    if (issuesItems(request.to, { isPlan: order.hasPaymentPlan, payments })) {
      await issueOrders(tx, money, [{ order }], now);
    }
    await resumeIfPlan(tx, money, order, now);
    if (request.to === 'paid') {
      await acknowledgeMoney(tx, money, [{ order, shares: [] }], now);
    }
    const details = { from: 'problem', to: request.to, ...(request.reason && { reason: request.reason }) };
    await writeAudit(tx, { actor: request.actor, action: 'order.problem_settled', subject: order.code, details }, now);
    return ok(order);
  });
}
