import { keepsStock } from '#features/orders/domain/order-status.ts';
import { isClosed, isPayable } from '#features/orders/domain/payment-status.ts';
import {
  lockOrder,
  type OrderRow,
  type PaymentRow,
  paymentsOf,
  setNextReminder,
} from '#features/orders/server/public.ts';
import type { ChargeParts } from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { orderHasActiveRefund } from '#features/tickets/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { nextMorning } from '../domain/reminders.ts';
import type { DueInstalmentRow } from './instalment-store.ts';

export interface InstalmentParts {
  readonly db: Db;
  readonly shopUrl: string;
  charging(shop: Shop): ChargeParts;
  onError(error: unknown): void;
}

export interface OpenInstalment {
  readonly order: OrderRow;
  readonly payment: PaymentRow;
  readonly payments: readonly PaymentRow[];
}

/**
 * Locks the order and returns the instalment if money is due for it now. Otherwise returns null and plans the next
 * review for the next morning, because a payment in progress, a problem or a refund may still leave the instalment
 * open. Plans none if it is settled.
 */
export async function openInstalment(
  tx: Tx,
  instalment: DueInstalmentRow,
  shop: Shop,
  now: Date,
): Promise<OpenInstalment | null> {
  const order = (await lockOrder(tx, instalment.orderId))!;
  const payments = await paymentsOf(tx, [order.id]);
  const payment = payments.find(({ id }) => id === instalment.id)!;
  const isMoneyDue = order.paymentStatus === 'partial' && isPayable(payment.status);
  if (isMoneyDue && !(await orderHasActiveRefund(tx, order.id))) return { order, payment, payments };
  const isOver = isClosed(payment.status) || !keepsStock(order.paymentStatus);
  await setNextReminder(tx, payment.id, isOver ? null : nextMorning(shop.public.timezone, now));
  return null;
}
