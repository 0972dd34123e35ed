import { creditEndedOrder } from '#features/invoices/server/public.ts';
import { releaseUnits } from '#features/stock/server/public.ts';
import { cancelItems } from '#features/tickets/server/public.ts';
import { releaseVoucherUse } from '#features/vouchers/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { cancelOpenPayments, moveOrder } from './order-money-store.ts';
import { type OrderRow, setPayBy } from './order-store.ts';
import { detachUnits } from './order-units-store.ts';
import { paymentsOf } from './payment-store.ts';
import { reverseSale } from './reverse-sale.ts';

/**
 * Ends a locked order that will not be paid: releases its stock and voucher, cancels its open payments, reverses its
 * sale and credits its invoice. Received money is owed to the customer.
 */
export async function endOrder(tx: Tx, order: OrderRow, to: 'abandoned' | 'cancelled', now: Date): Promise<void> {
  await moveOrder(tx, order, to);
  await setPayBy(tx, order, null);
  // Locks are always taken in the order tickets, voucher, stock.
  await cancelItems(tx, order.id);
  await releaseVoucherUse(tx, order.id, now);
  await releaseUnits(tx, await detachUnits(tx, order.id));
  order.stockReleased = true;
  await cancelOpenPayments(tx, await paymentsOf(tx, [order.id]));
  await reverseSale(tx, order, now);
  await creditEndedOrder(tx, order.id, now);
}
