import { isAccepted } from '#features/refunds/domain/refund-status.ts';
import { takeUnits } from '#features/stock/server/public.ts';
import { departuresOfTickets } from '#features/tickets/server/public.ts';
import { takeVoucherUseAgain } from '#features/vouchers/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { inSavepoint } from '#platform/db/refusals.ts';
import { statusByMoney } from '../domain/order-status.ts';
import { movePayments } from './order-money-store.ts';
import { linesOf, type OrderRow } from './order-store.ts';
import { attachUnits } from './order-units-store.ts';
import type { PaymentRow } from './payment-store.ts';
import { refundsOf } from './refunds-of-order-store.ts';

/**
 * Takes an ended order's voucher and stock again, for late money or for the operator. Returns false and changes nothing
 * if any of them is gone or money was refunded. The caller books the sale.
 */
export async function reviveOrder(
  tx: Tx,
  order: OrderRow,
  payments: readonly PaymentRow[],
  now: Date,
): Promise<boolean> {
  if (order.totalRefunded > 0) return false;
  const revived = await inSavepoint(tx, () => takeAgain(tx, order, now));
  if (!revived.ok) return false;
  order.stockReleased = false;
  await reopenPayments(tx, payments);
  return true;
}

const reopenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments
      // An instalment that was waived costs nothing, so it stays closed.
      .filter(({ status, amount }) => status === 'cancelled' && amount > 0)
      .map((payment) => ({ payment, to: statusByMoney(payment.amount, payment.paidAmount) })),
  );

async function takeAgain(tx: Tx, order: OrderRow, now: Date): Promise<Result<void, 'gone'>> {
  // An order that was or will be refunded is not sold again.
  if ((await refundsOf(tx, order.id)).some(({ status }) => isAccepted(status))) return refuse('gone');
  if (order.voucherId !== null && !(await takeVoucherUseAgain(tx, order.id, now))) return refuse('gone');
  const lines = await linesOf(tx, [order.id]);
  const moved = await departuresOfTickets(tx, order.id);
  const taken = await takeUnits(
    tx,
    lines.map((line) => ({ itemId: line.itemId, departureId: moved.get(line.id) ?? line.departureId })),
    now,
  );
  if (!taken.ok) return refuse('gone');
  await attachUnits(
    tx,
    order.id,
    lines.map((line, index) => ({ lineId: line.id, unitId: taken.value[index] as number })),
  );
  return ok(undefined);
}
