import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import type { ItemStatus } from '#features/tickets/domain/item-status.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { type KeptMoney, keptOf } from '../domain/kept-money.ts';

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

export interface RefundLineRow extends ItemRow {
  refundId: number;
  amount: number;
  /** The part of the price that is kept. */
  refundFee: number;
  /**
   * The part of the booking fee that is given back. It is part of the amount, except in a plan, whose one sum has no
   * lines.
   */
  feeRefund: number;
}

/** Returns tickets first, each kind in the order of the cart. */
export const linesOfRefunds = (db: Queryable, refundIds: readonly number[]): Promise<RefundLineRow[]> =>
  db.rows<RefundLineRow>(
    `select
       refunded.refund_id as "refundId",
       refunded.amount,
       refunded.refund_fee as "refundFee",
       refunded.fee_refund as "feeRefund",
       ${ITEM_COLUMNS}
     from refund_lines refunded
     join order_lines line on line.id = refunded.order_line_id
     ${ITEM_JOINS}
     where refunded.refund_id = any($1)
     order by refunded.refund_id, line.kind desc, line.position`,
    [refundIds],
  );

export const keptLine = ({ refundFee, feeRefund, ...item }: RefundLineRow) => ({
  item: { ...item, refundFee: item.frozen.refundFee },
  refundFee,
  feeRefund,
});

/** What each refund keeps of the money that was paid for its items. */
export async function keptByRefunds(db: Queryable, refundIds: readonly number[]): Promise<Map<number, KeptMoney>> {
  const lines = Map.groupBy(await linesOfRefunds(db, refundIds), ({ refundId }) => refundId);
  return new Map(refundIds.map((id) => [id, keptOf((lines.get(id) ?? []).map(keptLine))]));
}

export const lineIdsOf = async (tx: Tx, refundId: number): Promise<number[]> =>
  (await tx.rows<{ id: number }>('select order_line_id as id from refund_lines where refund_id = $1', [refundId])).map(
    ({ id }) => id,
  );

/** For tickets that the customer manages: the codes that items of the order had until their holder changed. */
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
