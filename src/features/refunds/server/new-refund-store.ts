import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import { moveItemsOfLines } from '#features/tickets/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

export interface ItemRow {
  lineId: number;
  orderId: number;
  code: string;
  kind: 'tickets' | 'merchandise';
  status: ItemStatus;
  /** Null for merchandise. */
  managerId: number | null;
  price: number;
  fee: number;
  discountShare: number;
  fullName: string | null;
  frozen: FrozenItem;
}

export const ITEM_COLUMNS = `line.id as "lineId",
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

export const ITEM_JOINS = `left join tickets ticket on ticket.order_line_id = line.id
     left join merchandise_purchases bought on bought.order_line_id = line.id`;

/**
 * Returns issued items, tickets first, each kind in the order of the cart. Decisions based on them require the orders'
 * locks.
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

/** Whether money is on its way, or may still come from an open attempt. */
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

/** Returns the next free code. Cancelled refunds keep their numbers. Call it under the order's lock. */
export async function nextRefundCode(tx: Tx, order: { readonly id: number; readonly code: string }): Promise<string> {
  const row = await tx.row<{ count: number }>('select count(*) as count from refunds where order_id = $1', [order.id]);
  return `${order.code}-R${row!.count + 1}`;
}

export interface NewRefund {
  code: string;
  orderId: number;
  customerId: number;
  isWholePlan: boolean;
  total: number;
  shippingRefund: number;
  bankSealed: Buffer | null;
  /** The money goes back to the cards as far as they can take it. */
  toCard: boolean;
  bankCountry: string | null;
  note: string;
  /** False for a customer's request. */
  isByOperator: boolean;
  /** Shown to the customer: why the operator made it. */
  reason: string;
  lines: readonly { lineId: number; amount: number; refundFee: number; feeRefund: number }[];
}

/**
 * Inserts a refund and blocks its items. Unique indexes refuse a line, or the shipping, that is in another refund,
 * unless that one is cancelled. Returns its id.
 */
export async function insertRefund(tx: Tx, refund: NewRefund, now: Date): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into refunds (code, order_id, customer_id, status, is_whole_plan, total, shipping_refund, bank_sealed,
       bank_country, note, created_at, by_operator, reason, to_card)
     values ($1, $2, $3, 'active', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
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
      refund.isByOperator,
      refund.reason,
      refund.toCard,
    ],
  );
  const { id } = row!;
  const lineIds = refund.lines.map(({ lineId }) => lineId);
  await tx.run(
    `insert into refund_lines (refund_id, order_line_id, amount, refund_fee, fee_refund)
     select $1, line_id, amount, refund_fee, fee_refund
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) as line (line_id, amount, refund_fee, fee_refund)`,
    [
      id,
      lineIds,
      refund.lines.map((line) => line.amount),
      refund.lines.map((line) => line.refundFee),
      refund.lines.map((line) => line.feeRefund),
    ],
  );
  await moveItemsOfLines(tx, lineIds, 'active', 'refund');
  return id;
}
