import { type OrderRow, type PaymentRow, refundsOf, reviveOrder } from '#features/orders/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/**
 * Returns why money cannot count for an order any more, or null if it can. `refunded`: its plan is being refunded.
 * `ended`: the order has ended and can no longer be served. An ended order that can be served is revived. Call it under
 * the order's lock.
 */
export async function whyTooLate(
  tx: Tx,
  order: OrderRow,
  payments: readonly PaymentRow[],
  isShort: boolean,
  now: Date,
): Promise<'refunded' | 'ended' | null> {
  // A plan's refund has a frozen amount: later money is returned by hand.
  if (order.hasPaymentPlan && (await refundsOf(tx, order.id)).some(({ isWholePlan }) => isWholePlan)) return 'refunded';
  if (!order.stockReleased) return null;
  // Late money revives an order only if it completes its payment: part of the price takes no stock.
  return isShort || !(await reviveOrder(tx, order, payments, now)) ? 'ended' : null;
}
