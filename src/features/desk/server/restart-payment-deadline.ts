import { earliestEnd } from '#features/catalogue/domain/times-of-use.ts';
import { dueDate, payBy } from '#features/checkout/domain/payment-deadline.ts';
import { isClosed } from '#features/orders/domain/payment-status.ts';
import {
  linesOf,
  type OrderRow,
  paymentsOf,
  setDueAt,
  setNextReminder,
  setPayBy,
  timesOfLines,
} from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/**
 * Makes an order without issued items wait for its payment again. Its plan starts over. Without a deadline, it gets one
 * as if it had just been placed.
 */
export async function restartPaymentDeadline(tx: Tx, shop: Shop, order: OrderRow, now: Date): Promise<void> {
  const payments = await paymentsOf(tx, [order.id]);
  for (const { id, status } of payments) {
    if (!isClosed(status)) await setNextReminder(tx, id, null);
  }
  if (order.payBy !== null) return;
  const times = timesOfLines(await linesOf(tx, [order.id]), shop);
  const waiting = { method: order.paymentMethod, isPaidByLink: true, ends: earliestEnd(times) };
  await setPayBy(tx, order, payBy(waiting, shop.private, now));
  const [first, second] = payments;
  if (first) await setDueAt(tx, first, dueDate({ ...waiting, nextDue: second?.dueAt ?? null }, shop.private, now));
}
