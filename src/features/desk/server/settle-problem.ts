import { bookedSales } from '#features/ledger/server/public.ts';
import { canMove, issuesItems, type OrderStatus, statusByMoney } from '#features/orders/domain/order-status.ts';
import {
  bookSale,
  hasRefunds,
  linesOf,
  lockOrder,
  moveOrder,
  type OrderRow,
  orderByCode,
  paymentsOf,
  reviveOrder,
  setPayBy,
} from '#features/orders/server/public.ts';
import { acknowledgeMoney, issueOrder, openDisputeOf } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { cancelLocked, type OperatorOrderParts } from './cancel-order.ts';
import { resolveProblemPayments } from './problem-payments.ts';

export type SettledStatus = 'paid' | 'partial' | 'cancelled';

export type SettleProblemRefusal =
  | { kind: 'unknown_order' }
  | { kind: 'no_problem'; status: OrderStatus }
  | { kind: 'money_says'; total: number; paid: number }
  /** Its money is still here, but its payer disputes it. */
  | { kind: 'open_dispute'; gateway: string; dispute: string }
  | { kind: 'stock_gone' }
  | { kind: 'has_refunds' };

/**
 * Ends an order's problem. `paid` and `partial` must match its money, so assign money in suspense first; while that
 * money is disputed, the order can only be cancelled. An order whose stock was released takes it again, or stays a problem.
 */
export async function settleProblem(
  parts: OperatorOrderParts,
  wish: { code: string; to: SettledStatus; reason: string; actor: Actor },
  now: Date,
): Promise<Result<OrderRow, SettleProblemRefusal>> {
  return await parts.db.stockTransaction(async (tx): Promise<Result<OrderRow, SettleProblemRefusal>> => {
    const seen = await orderByCode(tx, wish.code);
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    if (order.payment_status !== 'problem' || !canMove('problem', wish.to)) {
      return refuse({ kind: 'no_problem', status: order.payment_status });
    }
    if (wish.to === 'cancelled') {
      if (await hasRefunds(tx, order.id)) return refuse({ kind: 'has_refunds' });
      await cancelLocked(tx, parts, order, wish, now);
      return ok(order);
    }
    if (statusByMoney(order.total_price, order.total_paid) !== wish.to) {
      return refuse({ kind: 'money_says', total: order.total_price, paid: order.total_paid });
    }
    const dispute = await openDisputeOf(tx, order.id);
    if (dispute) return refuse({ kind: 'open_dispute', ...dispute });
    const payments = await paymentsOf(tx, [order.id]);
    if (order.stock_released && !(await reviveOrder(tx, order, payments, now))) return refuse({ kind: 'stock_gone' });
    // A revived order needs its sale again; its money already counted before it ended.
    await bookSale(tx, order, { lines: await linesOf(tx, [order.id]), booked: await bookedSales(tx, order.id) }, now);
    await moveOrder(tx, order, wish.to);
    await setPayBy(tx, order, null);
    await resolveProblemPayments(tx, order);
    if (issuesItems(wish.to, { isPlan: order.has_payment_plan, payments })) {
      await issueOrder(tx, parts.money, order, now);
    }
    if (wish.to === 'paid') await acknowledgeMoney(tx, parts.money, order, { paymentId: null, amount: 0 }, now);
    const details = { from: 'problem', to: wish.to, ...(wish.reason && { reason: wish.reason }) };
    await writeAudit(tx, { actor: wish.actor, action: 'order.problem_settled', subject: order.code, details }, now);
    return ok(order);
  });
}
