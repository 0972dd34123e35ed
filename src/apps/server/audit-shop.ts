import { allCancellations } from '#features/cancellations/server/public.ts';
import { auditMoney, ordersOwed } from '#features/desk/server/public.ts';
import { listDisputes } from '#features/disputes/server/public.ts';
import { auditInvoices } from '#features/invoices/server/public.ts';
import { attentionText } from '#features/payments/domain/attention.ts';
import { returnText } from '#features/payments/domain/return-text.ts';
import { givenUpGatewayEvents } from '#features/payments/server/public.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { miscountedVouchers } from '#features/vouchers/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { countRows, failedMails, heldMails, ordersWithProblem, waitingReceipts } from './audit-shop-store.ts';
import { shownGatewayNote } from './shown-gateway.ts';

export interface ShopAudit {
  /** The number of checked rows of each kind, by name. */
  looked: Record<string, number>;
  /** Contradictions; empty if all is well. */
  findings: string[];
  /** Consistent, but needs a person. */
  attention: string[];
}

/**
 * Recounts stock, money and vouchers from their rows, in one snapshot, so that a busy shop can be audited too. Changes
 * nothing. Compares `gateway`, which takes the payments, with the one in the shop folder.
 */
export async function auditShop(db: Db, now: Date, gateway?: string): Promise<ShopAudit> {
  return db.transaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only');
    const looked = await countRows(tx);
    const stock = await recountStock(tx, now);
    const money = await auditMoney(tx);
    const invoices = await auditInvoices(tx);
    const vouchers = await miscountedVouchers(tx);
    return {
      looked,
      findings: [
        ...stock.map(({ kind, subject, found, counted }) => `stock ${subject} (${kind}): ${found}, counted ${counted}`),
        ...money.findings.map(({ subject, finding }) => `money ${subject}: ${finding}`),
        ...invoices.map(({ subject, finding }) => `invoices ${subject}: ${finding}`),
        ...vouchers.map(({ code, uses, counted }) => `voucher ${code}: ${uses} uses, counted ${counted}`),
      ],
      attention: await whatWaits(tx, gateway),
    };
  });
}

async function whatWaits(db: Queryable, gateway?: string): Promise<string[]> {
  const shop = (await isShopImported(db)) ? await loadShop(db) : null;
  const shown = shop && gateway ? shownGatewayNote(shop.public.paymentGateway, gateway) : null;
  // Another currency's digits are unknown, and so are the shop's before its first import.
  const money = (amount: number, currency = shop?.public.currency) =>
    shop && currency === shop.public.currency
      ? formatMoney(amount, shop.public)
      : `${amount} ${currency ?? ''} (minor units)`;
  const receipts = await waitingReceipts(db);
  const orders = await ordersWithProblem(db);
  const owed = await ordersOwed(db, 100);
  const mails = await failedMails(db);
  const held = await heldMails(db);
  const disputes = await listDisputes(db, { all: false, most: 100 });
  const cancelled = (await allCancellations(db)).filter(({ needYou }) => needYou > 0);
  const unread = await givenUpGatewayEvents(db, 100);
  return [
    ...(shown ? [shown] : []),
    ...receipts.map((receipt) => {
      const { source, transaction, amount, currency, attention, said, orderCode } = receipt;
      const { returnAt, returnStatus: status, returnReason: reason } = receipt;
      const goes = returnText({ returnAt, status, reason }, (at) => `${at.toISOString().slice(0, 16)}Z`);
      const what = `${source} ${transaction}: ${money(amount, currency)} ${attentionText[attention]}`;
      return `money to settle: ${what}${said && source !== 'bank' ? `, ${said}` : ''}${orderCode ? `, order ${orderCode}` : ''}${goes && `, ${goes}`}`;
    }),
    ...orders.map((code) => `order ${code} has a problem`),
    ...owed.map((order) => `order ${order.code} has ended, and ${money(order.owed)} is owed to its customer`),
    ...disputes.map(({ disputeId, gateway, amount, currency, answerBy, orderCode }) => {
      const until = answerBy ? `, answer by ${answerBy.toISOString().slice(0, 10)}` : '';
      return `dispute ${disputeId} of ${gateway}: ${money(amount, currency)}${until}${orderCode ? `, order ${orderCode}` : ''}`;
    }),
    ...cancelled.map(
      ({ id, name, needYou }) =>
        `${needYou} orders of the cancelled ${name} need you: npm run shop -- events list ${id}`,
    ),
    ...mails.map((mail) => `email not sent: ${mail}`),
    ...unread.map(({ gateway, eventId, error }) => `message ${eventId} of ${gateway} could not be worked on: ${error}`),
    ...(held.count > 0 ? [`${held.count} emails waiting for the mail server: ${held.reason}`] : []),
  ];
}
