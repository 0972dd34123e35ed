import { issueAdvance } from '#features/invoices/server/public.ts';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { OrderRow, ReceivedMoney } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

export interface MoneyParts {
  readonly shopUrl: string;
  /** Called for a plan that has begun. Passed in, because payment plans import payments. */
  planReminders(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
  /** Called for a plan that resumes after it had a problem or had ended. */
  resumePlan(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
  /** Called for an order that had ended with the status `from` and that late money has revived. */
  orderRevived(tx: Tx, order: OrderRow, from: OrderStatus, now: Date): Promise<void>;
}

/**
 * With the shop's settings, read in the same transaction: waiting for a second connection while holding a lock would
 * block everybody.
 */
export type MoneyPartsWithShop = MoneyParts & { readonly shop: Shop };

/** Gives instalments that fell due while a plan had a problem, or had ended, a later due date. */
export async function resumeIfPlan(tx: Tx, parts: MoneyPartsWithShop, order: OrderRow, now: Date): Promise<void> {
  if (!order.hasPaymentPlan || order.paymentStatus !== 'partial') return;
  await parts.resumePlan(tx, order.id, parts.shop, now);
}

/**
 * Schedules a plan's next reminders, and issues the invoice for money that does not complete the plan. Returns the
 * invoice's code; null if none is issued.
 */
export async function acknowledgeInstalment(
  tx: Tx,
  { shop, planReminders }: MoneyPartsWithShop,
  { order, shares, receivedAt = new Date(0), contents }: ReceivedMoney,
  now: Date,
): Promise<string | null> {
  await planReminders(tx, order.id, shop, now);
  if (order.paymentStatus === 'paid' || !shop.private.invoice.advancePayments || shares.length === 0) return null;
  const references = new Map(contents?.payments.map(({ id, reference }) => [id, reference]));
  const parts = shares.map(({ paymentId, amount }) => ({
    reference: references.get(paymentId) ?? order.code,
    paidAt: receivedAt,
    amount,
  }));
  return await issueAdvance(tx, shop, order.id, parts, now);
}
