import { issueAdvance, issueInvoice } from '#features/invoices/server/public.ts';
import {
  type ArrivedMoney,
  mailPaymentReceived,
  type OrderContents,
  type OrderRow,
  type PaymentRow,
} from '#features/orders/server/public.ts';
import { loadShop, type Shop } from '#features/shop-config/server/public.ts';
import { issueItems } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

export interface MoneyParts {
  readonly shopUrl: string;
  /** For a plan that has begun. Handed in, because payment plans import payments. */
  planReminders(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
  /** A plan that was a problem, or had ended, goes on. */
  resumePlan(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
}

/** Issues the items (pending until a plan is fully paid), or completes pending ones. `lines` save a query. */
export async function issueOrder(
  tx: Tx,
  parts: MoneyParts,
  order: OrderRow,
  now: Date,
  lines?: OrderContents['lines'],
): Promise<void> {
  const pending = order.paymentStatus !== 'paid';
  await issueItems(tx, order.id, { pending, lineIds: lines?.map(({ id }) => id) }, now);
  // Also when the operator restores a plan without new money.
  if (order.hasPaymentPlan) await parts.planReminders(tx, order.id, await loadShop(tx), now);
}

/** A plan goes on after a problem or its end: what fell due meanwhile is due again later. */
export async function resumeIfPlan(tx: Tx, parts: MoneyParts, order: OrderRow, now: Date): Promise<void> {
  if (!order.hasPaymentPlan || order.paymentStatus !== 'partial') return;
  await parts.resumePlan(tx, order.id, await loadShop(tx), now);
}

/** Mails the customer and invoices what is fully paid. */
export async function acknowledgeMoney(
  tx: Tx,
  parts: MoneyParts,
  order: OrderRow,
  money: ArrivedMoney,
  now: Date,
): Promise<void> {
  // On the transaction's own connection: waiting for a second one under a lock would block everybody.
  const shop = await loadShop(tx);
  if (order.hasPaymentPlan) await parts.planReminders(tx, order.id, shop, now);
  const invoice = await invoiceOnAccount(tx, shop, order, money, now);
  await mailPaymentReceived(tx, { shop, shopUrl: parts.shopUrl }, order, { ...money, invoice }, now);
  // Last, because its number locks the counter of all invoices.
  if (order.paymentStatus === 'paid') {
    const payments = money.contents?.payments.flatMap(paidToTheEnd);
    await issueInvoice(tx, order.id, now, { shop, payments });
  }
}

/** For a payment that does not complete its plan; null if the shop issues none. */
async function invoiceOnAccount(
  tx: Tx,
  shop: Shop,
  order: OrderRow,
  { shares = [], receivedAt = new Date(0), contents }: ArrivedMoney,
  now: Date,
): Promise<string | null> {
  const isOnAccount = order.hasPaymentPlan && order.paymentStatus !== 'paid';
  if (!isOnAccount || !shop.private.invoice.advancePayments || shares.length === 0) return null;
  const references = new Map(contents?.payments.map(({ id, reference }) => [id, reference]));
  const parts = shares.map(({ paymentId, amount }) => ({
    reference: references.get(paymentId) ?? order.code,
    paidAt: receivedAt,
    amount,
  }));
  return await issueAdvance(tx, shop, order.id, parts, now);
}

const paidToTheEnd = ({ reference, status, amount, paidAt }: PaymentRow) =>
  status === 'paid' && paidAt ? [{ reference, paidAt, amount }] : [];
