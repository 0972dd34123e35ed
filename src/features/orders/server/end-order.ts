import { creditSale } from '#features/invoices/server/public.ts';
import { releaseUnits } from '#features/stock/server/public.ts';
import { cancelItems } from '#features/tickets/server/public.ts';
import { releaseVoucherUse } from '#features/vouchers/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { isClosed } from '../domain/payment-status.ts';
import { reverseSale } from './book-sale.ts';
import { movePayments } from './order-money-store.ts';
import { moveOrder } from './order-status-store.ts';
import type { OrderRow } from './order-store.ts';
import { detachUnits } from './order-units-store.ts';
import { setPayBy } from './pay-by-store.ts';
import { type PaymentRow, paymentsOf } from './payment-store.ts';

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
  await creditSale(tx, order.id, 'cancelled', now);
}

export const cancelOpenPayments = (tx: Tx, payments: readonly PaymentRow[]): Promise<void> =>
  movePayments(
    tx,
    payments.filter(({ status }) => !isClosed(status)).map((payment) => ({ payment, to: 'cancelled' })),
  );
