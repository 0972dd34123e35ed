import { auditMoney, ordersOwed } from '#features/desk/server/public.ts';
import { auditInvoices } from '#features/invoices/server/public.ts';
import { type Attention, attentionText } from '#features/payments/domain/attention.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { recountStock } from '#features/stock/server/public.ts';
import { miscountedVouchers } from '#features/vouchers/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { shownGatewayNote } from './shown-gateway.ts';

export interface ShopAudit {
  /** How many rows of each kind were checked, by name. */
  looked: Record<string, number>;
  /** Contradictions; empty if all is well. */
  findings: string[];
  /** What is consistent but needs a person. */
  attention: string[];
}

/**
 * Recounts stock, money and vouchers from their rows, in one snapshot, so that a busy shop can be audited too. Changes nothing.
 * `gateway`, the one that takes the payments, is compared with the one in the shop folder.
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

async function countRows(db: Queryable): Promise<Record<string, number>> {
  const row = await db.row<Record<string, number>>(
    `select (select count(*) from shop_items) as items,
       (select count(*) from departures) as departures,
       (select count(*) from stock_units) as "stock units",
       (select count(*) from orders) as orders,
       (select count(*) from payments) as payments,
       (select count(*) from receipts) as receipts,
       (select count(*) from ledger_entries) as "ledger entries",
       (select count(*) from tickets) as tickets,
       (select count(*) from invoices) as invoices,
       (select count(*) from vouchers) as vouchers,
       (select count(*) from mails) as mails`,
  );
  return row ?? {};
}

async function whatWaits(db: Queryable, gateway?: string): Promise<string[]> {
  const shop = (await isShopImported(db)) ? await loadShop(db) : null;
  const shown = shop && gateway ? shownGatewayNote(shop.public.paymentGateway, gateway) : null;
  // The digits of another currency are unknown, as they are without a shop.
  const money = (amount: number, currency = shop?.public.currency) =>
    shop && currency === shop.public.currency
      ? formatMoney(amount, shop.public)
      : `${amount} ${currency ?? ''} (minor units)`;
  const receipts = await db.rows<Waiting>(
    `select r.source, r.transaction, r.amount, r.currency, r.attention, r.said, o.code as "orderCode"
     from receipts r left join orders o on o.id = r.order_id
     where r.attention is not null and r.settled_at is null
     order by r.received_at
     limit 100`,
  );
  const orders = await db.rows<{ code: string }>(
    `select code from orders where payment_status = 'problem' order by created_at limit 100`,
  );
  const owed = await ordersOwed(db, 100);
  const mails = await db.rows<{ text: string }>(
    `select kind || ' to ' || recipient || ': ' || coalesce(last_error, 'no reason kept') as text
     from mails where status = 'failed' order by id limit 100`,
  );
  const held = await db.row<{ count: number; reason: string }>(
    `select count(*) as count, (array_agg(last_error order by id desc))[1] as reason
     from mails where status = 'waiting' and excused > 0`,
  );
  return [
    ...(shown ? [shown] : []),
    ...receipts.map(({ source, transaction, amount, currency, attention, said, orderCode }) => {
      const what = `${source} ${transaction}: ${money(amount, currency)} ${attentionText[attention]}`;
      return `money to settle: ${what}${said && source !== 'bank' ? `, ${said}` : ''}${orderCode ? `, order ${orderCode}` : ''}`;
    }),
    ...orders.map(({ code }) => `order ${code} has a problem`),
    ...owed.map((order) => `order ${order.code} has ended, and ${money(order.owed)} is owed to its customer`),
    ...mails.map(({ text }) => `mail not sent: ${text}`),
    ...(held && held.count > 0 ? [`${held.count} mails for the mail server: ${held.reason}`] : []),
  ];
}

interface Waiting {
  source: string;
  transaction: string;
  amount: number;
  currency: string;
  attention: Attention;
  said: string;
  orderCode: string | null;
}
