import { statusByMoney } from '#features/orders/domain/order-status.ts';
import { movePayments, type OrderRow, paymentsOf } from '#features/orders/server/public.ts';
import { paymentsWithWrongMoney } from '#features/payments/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

/**
 * Moves problem payments to the status that fits their money, unless money with a wrong amount or currency waits for
 * the operator. Call it under the order's lock.
 */
export async function resolveProblemPayments(tx: Tx, order: OrderRow): Promise<void> {
  const problems = (await paymentsOf(tx, [order.id])).filter(({ status }) => status === 'problem');
  if (problems.length === 0) return;
  const waiting = await paymentsWithWrongMoney(
    tx,
    problems.map(({ id }) => id),
  );
  await movePayments(
    tx,
    problems
      .filter(({ id }) => !waiting.has(id))
      .map((payment) => {
        const byMoney = statusByMoney(payment.amount, payment.paidAmount);
        return { payment, to: byMoney !== 'paid' && order.stockReleased ? 'cancelled' : byMoney };
      }),
  );
}
