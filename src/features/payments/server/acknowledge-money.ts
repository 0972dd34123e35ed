import { issueInvoices } from '#features/invoices/server/public.ts';
import {
  mailPaymentsReceived,
  type OrderContents,
  type OrderRow,
  type PaymentRow,
  type ReceivedMoney,
} from '#features/orders/server/public.ts';
import { issueItemsOf } from '#features/tickets/server/public.ts';
import type { Tx } from '#platform/db/db.ts';
import { acknowledgeInstalment, type MoneyPartsWithShop } from './plan-money.ts';

/** Issues the items of orders (pending until a plan is fully paid), or completes pending ones. `lines` save a query. */
export async function issueOrders(
  tx: Tx,
  parts: MoneyPartsWithShop,
  toIssue: readonly { readonly order: OrderRow; readonly lines?: OrderContents['lines'] }[],
  now: Date,
): Promise<void> {
  const items = toIssue.map(({ order, lines }) => ({
    orderId: order.id,
    pending: order.paymentStatus !== 'paid',
    lineIds: lines?.map(({ id }) => id),
  }));
  await issueItemsOf(tx, items, now);
  // Also needed without new money, because the operator can restore a plan.
  for (const { order } of toIssue) if (order.hasPaymentPlan) await parts.planReminders(tx, order.id, parts.shop, now);
}

/** Mails the customers, and issues the invoices of orders that are fully paid. */
export async function acknowledgeMoney(
  tx: Tx,
  parts: MoneyPartsWithShop,
  received: readonly ReceivedMoney[],
  now: Date,
): Promise<void> {
  const { shop, shopUrl } = parts;
  const toMail = [];
  for (const one of received) {
    const invoice = one.order.hasPaymentPlan ? await acknowledgeInstalment(tx, parts, one, now) : null;
    toMail.push({ ...one, invoice });
  }
  const toInvoice = received.flatMap(({ order, contents }) =>
    order.paymentStatus === 'paid' ? [{ orderId: order.id, payments: contents?.payments.flatMap(fullyPaid) }] : [],
  );
  // Pipelined. Invoices come last, so that the mails are written before the counter of all invoices is locked.
  await Promise.all([
    mailPaymentsReceived(tx, { shop, shopUrl }, toMail, now),
    issueInvoices(tx, shop, toInvoice, now),
  ]);
}

const fullyPaid = ({ reference, status, amount, paidAt }: PaymentRow) =>
  status === 'paid' && paidAt ? [{ reference, paidAt, amount }] : [];
