import { hasRefunds, moveOrder, type OrderRow } from '#features/orders/server/public.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { SYSTEM } from '#kernel/actor.ts';
import type { Tx } from '#platform/db/db.ts';
import { resolveProblemPayments } from './problem-payments.ts';

/**
 * Updates a locked order after money that did not count went back to its card: its payment is no longer a
 * problem, and an order that late money had made a problem is cancelled again once none of that money is waiting.
 */
export async function updateOrderAfterReturn(tx: Tx, order: OrderRow, now: Date): Promise<void> {
  await resolveProblemPayments(tx, order);
  if (!order.stockReleased || order.paymentStatus !== 'problem') return;
  const receipts = await receiptsOfOrder(tx, order.id);
  const isWaiting = receipts.some(({ attention, settledAt }) => attention !== null && settledAt === null);
  if (isWaiting || (await hasRefunds(tx, order.id))) return;
  await moveOrder(tx, order, 'cancelled');
  const details = { from: 'problem', to: 'cancelled' };
  await writeAudit(tx, { actor: SYSTEM, action: 'order.problem_settled', subject: order.code, details }, now);
}
