import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { moveItemsOfLines } from '#features/tickets/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { canMoveRefund, itemStatusIn, type RefundStatus } from '../domain/refund-status.ts';

export interface RefundRow {
  id: number;
  /** What customers and the operator call it. */
  code: string;
  orderId: number;
  orderCode: string;
  customerId: number;
  status: RefundStatus;
  isWholePlan: boolean;
  total: number;
  shippingRefund: number;
  bankSealed: Buffer | null;
  bankCountry: string | null;
  note: string;
  createdAt: Date;
  completedAt: Date | null;
  exportedIn: string | null;
}

const REFUNDS = `
  select
    refund.id,
    refund.code,
    refund.order_id as "orderId",
    orders.code as "orderCode",
    refund.customer_id as "customerId",
    refund.status,
    refund.is_whole_plan as "isWholePlan",
    refund.total,
    refund.shipping_refund as "shippingRefund",
    refund.bank_sealed as "bankSealed",
    refund.bank_country as "bankCountry",
    refund.note,
    refund.created_at as "createdAt",
    refund.completed_at as "completedAt",
    refund.exported_in as "exportedIn"
  from refunds refund
  join orders on orders.id = refund.order_id`;

export const refundByCode = (db: Queryable, code: string): Promise<RefundRow | undefined> =>
  db.row<RefundRow>(`${REFUNDS} where refund.code = $1`, [code]);

export const refundById = (db: Queryable, id: number): Promise<RefundRow | undefined> =>
  db.row<RefundRow>(`${REFUNDS} where refund.id = $1`, [id]);

/** A customer's refunds, newest first. */
export const refundRowsOf = (db: Queryable, customerId: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.customer_id = $1 order by refund.created_at desc, refund.id desc`, [
    customerId,
  ]);

/** Refunds in some statuses, oldest first: what waits for the operator. */
export const refundRowsIn = (db: Queryable, statuses: readonly RefundStatus[], most: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.status = any($1) order by refund.created_at, refund.id limit $2`, [
    statuses,
    most,
  ]);

/** The refund, locked. Its order must be locked first: every path locks order, then refund. */
export const lockRefund = (tx: Tx, id: number): Promise<RefundRow | undefined> =>
  tx.row<RefundRow>(`${REFUNDS} where refund.id = $1 for update of refund`, [id]);

/** Ids of the requests of an order that nobody has begun, the oldest first. */
export const activeRefundsOf = async (tx: Tx, orderId: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(`select id from refunds where order_id = $1 and status = 'active' order by id`, [
      orderId,
    ])
  ).map(({ id }) => id);

const TO_EXPORT = `refund.status = 'processing' and refund.exported_in is null`;

/** Up to `most` accepted refunds that are in no transfer file yet, oldest first. */
export const refundsToExport = (db: Queryable, most: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where ${TO_EXPORT} order by refund.created_at, refund.id limit $1`, [most]);

/** Of the given refunds, those that are still in no transfer file, locked in the order of their ids like everywhere. */
export const lockRefundsToExport = (tx: Tx, refundIds: readonly number[]): Promise<RefundRow[]> =>
  tx.rows<RefundRow>(
    `${REFUNDS}
     where refund.id = any($1) and ${TO_EXPORT}
     order by refund.id
     for update of refund`,
    [refundIds],
  );

/** Those that a transfer file orders, as it was written. */
export const refundsExportedIn = (db: Queryable, exportedIn: string): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.exported_in = $1 order by refund.created_at, refund.id`, [exportedIn]);

export async function markExported(tx: Tx, refundIds: readonly number[], exportedIn: string): Promise<void> {
  await tx.run('update refunds set exported_in = $2 where id = any($1)', [refundIds, exportedIn]);
}

export interface NewRefund {
  code: string;
  orderId: number;
  customerId: number;
  isWholePlan: boolean;
  total: number;
  shippingRefund: number;
  bankSealed: Buffer;
  bankCountry: string;
  note: string;
  lines: readonly { lineId: number; amount: number; refundFee: number }[];
}

/** Writes a request with its lines. The unique indexes refuse a line, or the shipping, that is in another live refund. */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into refunds (code, order_id, customer_id, status, is_whole_plan, total, shipping_refund, bank_sealed,
       bank_country, note, created_at)
     values ($1, $2, $3, 'active', $4, $5, $6, $7, $8, $9, $10)
     returning id`,
    [
      refund.code,
      refund.orderId,
      refund.customerId,
      refund.isWholePlan,
      refund.total,
      refund.shippingRefund,
      refund.bankSealed,
      refund.bankCountry,
      refund.note,
      now,
    ],
  );
  await tx.run(
    `insert into refund_lines (refund_id, order_line_id, amount, refund_fee)
     select $1, line_id, amount, refund_fee
     from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as line (line_id, amount, refund_fee)`,
    [
      row!.id,
      refund.lines.map((line) => line.lineId),
      refund.lines.map((line) => line.amount),
      refund.lines.map((line) => line.refundFee),
    ],
  );
  return row!.id;
}

/** How many refunds an order ever had; the next one's number. Under the order's lock. */
export async function countRefunds(tx: Tx, orderId: number): Promise<number> {
  const row = await tx.row<{ count: number }>('select count(*) as count from refunds where order_id = $1', [orderId]);
  return row!.count;
}

export interface ItemRow {
  lineId: number;
  orderId: number;
  code: string;
  kind: 'tickets' | 'merchandise';
  status: ItemStatus;
  /** Who manages the ticket; null for merchandise. */
  managerId: number | null;
  price: number;
  fee: number;
  discountShare: number;
  fullName: string | null;
  frozen: FrozenItem;
}

const ITEM_COLUMNS = `line.id as "lineId",
       line.order_id as "orderId",
       coalesce(ticket.code, bought.code) as code,
       line.kind,
       coalesce(ticket.status, bought.status) as status,
       ticket.customer_id as "managerId",
       line.price,
       line.fee,
       line.discount_share as "discountShare",
       ticket.full_name as "fullName",
       line.frozen`;
const ITEM_JOINS = `left join tickets ticket on ticket.order_line_id = line.id
     left join merchandise_purchases bought on bought.order_line_id = line.id`;

/**
 * The issued items of some orders as they are now, tickets first, each kind in the order of the cart. What is decided by them is
 * decided under the orders' locks: nobody changes an item without that.
 */
export const itemsOfOrders = (db: Queryable, orderIds: readonly number[]): Promise<ItemRow[]> =>
  db.rows<ItemRow>(
    `select ${ITEM_COLUMNS}
     from order_lines line
     ${ITEM_JOINS}
     where line.order_id = any($1) and (ticket.id is not null or bought.id is not null)
     order by line.order_id, line.kind desc, line.position`,
    [orderIds],
  );

/** Which of some codes an item of the order had until its holder was changed; of tickets that the customer manages. */
export async function replacedCodes(
  db: Queryable,
  order: { readonly orderId: number; readonly customerId: number },
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(
    `select revoked.code
     from revoked_tickets revoked
     join tickets ticket on ticket.id = revoked.ticket_id
     where revoked.code = any($3) and revoked.code <> ticket.code and ticket.order_id = $1 and ticket.customer_id = $2`,
    [order.orderId, order.customerId, codes],
  );
  return new Set(rows.map(({ code }) => code));
}

export interface RefundLineRow extends ItemRow {
  refundId: number;
  amount: number;
  refundFee: number;
}

/** The lines of some refunds with their items as they are now, tickets first, each kind in the order of the cart. */
export const linesOfRefunds = (db: Queryable, refundIds: readonly number[]): Promise<RefundLineRow[]> =>
  db.rows<RefundLineRow>(
    `select
       refunded.refund_id as "refundId",
       refunded.amount,
       refunded.refund_fee as "refundFee",
       ${ITEM_COLUMNS}
     from refund_lines refunded
     join order_lines line on line.id = refunded.order_line_id
     ${ITEM_JOINS}
     where refunded.refund_id = any($1)
     order by refunded.refund_id, line.kind desc, line.position`,
    [refundIds],
  );

/** Whether money for the order is on its way, or may still come from a payment that was begun. */
export async function isBeingPaid(db: Queryable, orderId: number): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from payments where order_id = $1 and status = 'processing'
     ) or exists (
       select from payment_attempts attempt
       join payments payment on payment.id = attempt.payment_id
       where payment.order_id = $1
         and payment.status <> 'paid'
         and attempt.status in ('created', 'open', 'processing')
     ) as found`,
    [orderId],
  );
  return row!.found;
}

/**
 * Moves a locked refund along the table of the domain, and its items with it; a move that the table does not know is a bug. On
 * cancelling, the lines are free again and the bank details, which nobody needs any more, are erased.
 */
export async function moveRefund(tx: Tx, refund: RefundRow, to: RefundStatus, now: Date): Promise<void> {
  if (!canMoveRefund(refund.status, to)) {
    throw new Error(`Refund ${refund.code} cannot move from ${refund.status} to ${to}`);
  }
  await tx.run(
    `update refunds
     set status = $2,
         completed_at = case when $2 = 'processed' then $3::timestamptz end,
         exported_in = case when $2 in ('processing', 'problem') then null else exported_in end,
         bank_sealed = case when $2 = 'cancelled' then null else bank_sealed end,
         note = case when $2 = 'cancelled' then '' else note end,
         ended_at = case when $2 in ('processed', 'cancelled', 'problem') then $3::timestamptz end
     where id = $1`,
    [refund.id, to, now],
  );
  await moveItemsOfLines(tx, await lineIdsOf(tx, refund.id), itemStatusIn[refund.status], itemStatusIn[to]);
  if (to === 'cancelled') await tx.run('update refund_lines set is_live = false where refund_id = $1', [refund.id]);
  refund.status = to;
}

export const lineIdsOf = async (tx: Tx, refundId: number): Promise<number[]> =>
  (await tx.rows<{ id: number }>('select order_line_id as id from refund_lines where refund_id = $1', [refundId])).map(
    ({ id }) => id,
  );

/**
 * Erases the bank details and the customer's note of up to `most` refunds that ended by `before`: paid, or stuck since then with details
 * that do not work. Returns how many there were.
 */
export const eraseBankDetails = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(
    `update refunds
     set bank_sealed = null, note = ''
     where id = any(array(
       select id
       from refunds
       where (bank_sealed is not null or note <> '') and ended_at <= $1
       order by ended_at
       limit $2
       for update skip locked
     ))`,
    [before, most],
  );

/** Erases the bank details and notes of a customer's refunds that have ended. */
export async function eraseBankDetailsOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `update refunds set bank_sealed = null, note = '' where customer_id = $1 and status in ('processed', 'cancelled')`,
    [customerId],
  );
}
