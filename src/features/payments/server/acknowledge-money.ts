import { issueAdvance, issueInvoices } from '#features/invoices/server/public.ts';
import {
  type ArrivedMoney,
  mailPaymentsReceived,
  type OrderContents,
  type OrderRow,
  type PaymentRow,
} from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { issueItemsOf } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';

export interface MoneyParts {
  readonly shopUrl: string;
  /** Called for a plan that has begun. Passed in, because payment plans import payments. */
  planReminders(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
  /** Called for a plan that resumes after it had a problem or had ended. */
  resumePlan(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<void>;
}

/** The shop as the transaction reads it: waiting for a second connection under a lock would block everybody. */
export type MoneyAtShop = MoneyParts & { readonly shop: Shop };

/** Issues the items of orders (pending until a plan is fully paid), or completes pending ones. `lines` save a query. */
export async function issueOrders(
  tx: Tx,
  parts: MoneyAtShop,
  toIssue: readonly { readonly order: OrderRow; readonly lines?: OrderContents['lines'] }[],
  now: Date,
): Promise<void> {
  const items = toIssue.map(({ order, lines }) => ({
    orderId: order.id,
    pending: order.paymentStatus !== 'paid',
    lineIds: lines?.map(({ id }) => id),
  }));
  await issueItemsOf(tx, items, now);
  // Not only with new money: the operator can restore a plan.
  for (const { order } of toIssue) if (order.hasPaymentPlan) await parts.planReminders(tx, order.id, parts.shop, now);
}

/** Gives instalments that fell due while a plan had a problem, or had ended, a later due date. */
export async function resumeIfPlan(tx: Tx, parts: MoneyAtShop, order: OrderRow, now: Date): Promise<void> {
  if (!order.hasPaymentPlan || order.paymentStatus !== 'partial') return;
  await parts.resumePlan(tx, order.id, parts.shop, now);
}

/** Mails the customers, and issues the invoices of orders that are fully paid. */
export async function acknowledgeMoney(
  tx: Tx,
  parts: MoneyAtShop,
  received: readonly { readonly order: OrderRow; readonly money: ArrivedMoney }[],
  now: Date,
): Promise<void> {
  const { shop, shopUrl } = parts;
  const toMail = [];
  for (const { order, money } of received) {
    if (order.hasPaymentPlan) await parts.planReminders(tx, order.id, shop, now);
    toMail.push({ order, money: { ...money, invoice: await invoiceOnAccount(tx, shop, order, money, now) } });
  }
  const toInvoice = received.flatMap(({ order, money }) =>
    order.paymentStatus === 'paid'
      ? [{ orderId: order.id, payments: money.contents?.payments.flatMap(fullyPaid) }]
      : [],
  );
  // Pipelined. Invoices come last, so that the mails are written before the counter of all invoices is locked.
  await Promise.all([
    mailPaymentsReceived(tx, { shop, shopUrl }, toMail, now),
    issueInvoices(tx, shop, toInvoice, now),
  ]);
}

/** Issues the invoice for a payment that does not complete its plan and returns its code; null if it has none. */
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

const fullyPaid = ({ reference, status, amount, paidAt }: PaymentRow) =>
  status === 'paid' && paidAt ? [{ reference, paidAt, amount }] : [];
