import { earliestEnd } from '#features/catalogue/domain/times-of-use.ts';
import { issuesItems, keepsStock, type OrderStatus, statusByMoney } from '#features/orders/domain/order-status.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import {
  hasRefunds,
  linesOf,
  lockOrder,
  mailRevived,
  moveOrder,
  type OrderRow,
  orderByCode,
  paymentsOf,
  rebookSale,
  reviveOrder,
  setPayBy,
  timesOfLines,
} from '#features/orders/server/public.ts';
import { acknowledgeMoney, issueOrders, type MoneyParts, resumeIfPlan } from '#features/payments/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { forgetMailKeys } from '#platform/mail/outbox-store.ts';
import { restartPaymentDeadline } from './restart-payment-deadline.ts';

export type ReviveRefusal =
  | { kind: 'unknown_order' }
  | { kind: 'not_ended'; status: OrderStatus }
  /** The order's money was sent back, or is about to be. */
  | { kind: 'has_refunds' }
  /** The event is over, or the coach has left. */
  | { kind: 'is_over' }
  /** The order's places have been sold, or its voucher has been used, in the meantime. */
  | { kind: 'stock_gone'; hasVoucher: boolean };

/**
 * Revives an order that was cancelled or not paid in time. Takes its stock and redeems its voucher again, in the
 * same transaction. If the order has no money, it waits for its payment with a new deadline; otherwise its money counts
 * again.
 */
export const reviveEnded = (
  parts: { readonly db: Db; readonly money: MoneyParts },
  wanted: { readonly code: string; readonly actor: Actor },
  now: Date,
): Promise<Result<OrderRow, ReviveRefusal>> =>
  parts.db.stockTransaction(async (tx): Promise<Result<OrderRow, ReviveRefusal>> => {
    const seen = await orderByCode(tx, normalizeReference(wanted.code));
    const order = seen && (await lockOrder(tx, seen.id));
    if (!order) return refuse({ kind: 'unknown_order' });
    const from = order.paymentStatus;
    if (keepsStock(from)) return refuse({ kind: 'not_ended', status: from });
    if (order.totalRefunded > 0 || (await hasRefunds(tx, order.id))) return refuse({ kind: 'has_refunds' });
    const shop = await loadShop(tx);
    const money = { ...parts.money, shop };
    if (await isOrderOver(tx, shop, order, now)) return refuse({ kind: 'is_over' });
    const payments = await paymentsOf(tx, [order.id]);
    if (!(await reviveOrder(tx, order, payments, now)))
      return refuse({ kind: 'stock_gone', hasVoucher: order.voucherId !== null });
    const to = statusByMoney(order.totalPrice, order.totalPaid);
    const isIssued = issuesItems(to, { isPlan: order.hasPaymentPlan, payments });
    await moveOrder(tx, order, to);
    // The order starts over, so mails that are sent only once may be sent again.
    await forgetMailKeys(tx, order.id, ['order-abandoned', 'order-cancelled', 'payment-received', 'more-tickets']);
    if (isIssued) {
      await setPayBy(tx, order, null);
      await issueOrders(tx, money, [{ order }], now);
      await resumeIfPlan(tx, money, order, now);
    } else await restartPaymentDeadline(tx, shop, order, now);
    const details = { from, to };
    await writeAudit(tx, { actor: wanted.actor, action: 'order.revived', subject: order.code, details }, now);
    await mailRevived(tx, { shop, shopUrl: parts.money.shopUrl }, order, now);
    // Its documents were credited when it ended.
    await rebookSale(tx, shop, order, 'cancelled', now);
    if (to === 'paid') await acknowledgeMoney(tx, money, [{ order, shares: [] }], now);
    return ok(order);
  });

async function isOrderOver(tx: Tx, shop: Shop, order: OrderRow, now: Date): Promise<boolean> {
  const end = earliestEnd(timesOfLines(await linesOf(tx, [order.id]), shop));
  return end !== null && end <= now;
}
