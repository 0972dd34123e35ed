import type { Attention } from '#features/payments/domain/attention.ts';
import type { ReturnStatus } from '#features/payments/domain/return-text.ts';
import type { Queryable } from '#platform/db/db.ts';

const MOST = 100;

export async function countRows(db: Queryable): Promise<Record<string, number>> {
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

export interface WaitingReceipt {
  source: string;
  transaction: string;
  amount: number;
  currency: string;
  attention: Attention;
  said: string;
  orderCode: string | null;
  returnAt: Date | null;
  returnStatus: ReturnStatus | null;
  returnReason: string | null;
}

/** Money that waits for the operator, oldest first. */
export const waitingReceipts = (db: Queryable): Promise<WaitingReceipt[]> =>
  db.rows(
    `select r.source, r.transaction, r.amount, r.currency, r.attention, r.said, o.code as "orderCode",
       r.return_at as "returnAt", sent.status as "returnStatus", sent.reason as "returnReason"
     from receipts r
       left join orders o on o.id = r.order_id
       left join lateral (
         select m.status, m.reason
         from refund_movements m
         where m.receipt_id = r.id and m.refund_id is null
         order by m.position desc
         limit 1
       ) sent on true
     where r.attention is not null and r.settled_at is null
     order by r.received_at
     limit $1`,
    [MOST],
  );

/** Codes of the orders with a problem, oldest first. */
export const ordersWithProblem = async (db: Queryable): Promise<string[]> =>
  (
    await db.rows<{ code: string }>(
      `select code from orders where payment_status = 'problem' order by created_at limit $1`,
      [MOST],
    )
  ).map(({ code }) => code);

/** Mails that were given up, each with the reason. */
export const failedMails = async (db: Queryable): Promise<string[]> =>
  (
    await db.rows<{ text: string }>(
      `select kind || ' to ' || recipient || ': ' || coalesce(last_error, 'no reason kept') as text
       from mails where status = 'failed' order by id limit $1`,
      [MOST],
    )
  ).map(({ text }) => text);

/** Counts the mails that wait for the mail server, with the reason of the last one. */
export async function heldMails(db: Queryable): Promise<{ count: number; reason: string | null }> {
  const row = await db.row<{ count: number; reason: string | null }>(
    `select count(*) as count, (array_agg(last_error order by id desc))[1] as reason
     from mails where status = 'waiting' and excused > 0`,
  );
  return row!;
}
