import { moveItemsOfLines } from '#features/tickets/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { canMoveRefund, itemStatusIn, type RefundStatus } from '../domain/refund-status.ts';
import { lineIdsOf } from './refund-lines-store.ts';

export interface RefundRow {
  id: number;
  /** The code that customers and the operator see. */
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
  /** Made by the operator, without a request. */
  isByOperator: boolean;
  isRefused: boolean;
  /** Shown to the customer: why it was made or refused. */
  reason: string;
  createdAt: Date;
  completedAt: Date | null;
  exportedIn: string | null;
  /** The customer wants the money back on the card. */
  toCard: boolean;
  /** The amount in its transfer file; before there is one, the amount that will go by bank. */
  toBank: number;
}

export const REFUNDS = `
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
    refund.by_operator as "isByOperator",
    refund.is_refused as "isRefused",
    refund.reason,
    refund.created_at as "createdAt",
    refund.completed_at as "completedAt",
    refund.exported_in as "exportedIn",
    refund.to_card as "toCard",
    coalesce((
      select sum(m.amount)
      from refund_movements m
      where m.refund_id = refund.id and m.gateway is null
        and case when refund.exported_in is null then m.status = 'pending' else m.exported_in = refund.exported_in end
    ), 0)::bigint as "toBank"
  from refunds refund
  join orders on orders.id = refund.order_id`;

export const refundByCode = (db: Queryable, code: string): Promise<RefundRow | undefined> =>
  db.row<RefundRow>(`${REFUNDS} where refund.code = $1`, [code]);

export const refundById = (db: Queryable, id: number): Promise<RefundRow | undefined> =>
  db.row<RefundRow>(`${REFUNDS} where refund.id = $1`, [id]);

/** Returns a customer's refunds, newest first. */
export const refundRowsOf = (db: Queryable, customerId: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.customer_id = $1 order by refund.created_at desc, refund.id desc`, [
    customerId,
  ]);

export const refundRowsOfOrder = (db: Queryable, orderId: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.order_id = $1 order by refund.created_at desc, refund.id desc`, [
    orderId,
  ]);

/** Newest first. */
export const refundRowsByIds = (db: Queryable, ids: readonly number[]): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.id = any($1) order by refund.created_at desc, refund.id desc`, [ids]);

/** Returns the refunds in any of these statuses, oldest first. */
export const refundRowsIn = (db: Queryable, statuses: readonly RefundStatus[], limit: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.status = any($1) order by refund.created_at, refund.id limit $2`, [
    statuses,
    limit,
  ]);

/** Locks a refund. Lock its order first. */
export const lockRefund = (tx: Tx, id: number): Promise<RefundRow | undefined> =>
  tx.row<RefundRow>(`${REFUNDS} where refund.id = $1 for update of refund`, [id]);

/** Returns the ids of the order's requested refunds that nobody has started, oldest first. */
export const activeRefundsOf = async (tx: Tx, orderId: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(`select id from refunds where order_id = $1 and status = 'active' order by id`, [
      orderId,
    ])
  ).map(({ id }) => id);

/**
 * Moves the refund and its items. Throws if the domain's transitions do not allow it. Cancelling releases the lines
 * and erases the bank details.
 */
export async function moveRefund(tx: Tx, refund: RefundRow, to: RefundStatus, now: Date): Promise<void> {
  if (!canMoveRefund(refund.status, to)) {
    throw new Error(`Refund ${refund.code} cannot move from ${refund.status} to ${to}`);
  }
  await tx.run(
    `update refunds
     set status = $2,
         completed_at = case when $2 = 'processed' then $3::timestamptz end,
         was_paid = was_paid or $2 = 'processed',
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

/** Marks a refund that was just cancelled as refused. Call it under its lock. */
export async function markRefused(tx: Tx, refund: RefundRow, reason: string): Promise<void> {
  await tx.run('update refunds set is_refused = true, reason = $2 where id = $1', [refund.id, reason]);
  refund.isRefused = true;
  refund.reason = reason;
}

/** Call it under the refund's lock if its ordered part has failed, or if another part must go by bank. */
export async function takeOutOfFile(tx: Tx, refund: RefundRow): Promise<void> {
  await tx.run('update refunds set exported_in = null where id = $1', [refund.id]);
  refund.exportedIn = null;
}

/** Call it under the refund's lock. */
export async function setBankDetails(tx: Tx, refund: RefundRow, sealed: Buffer, country: string): Promise<void> {
  await tx.run('update refunds set bank_sealed = $2, bank_country = $3 where id = $1', [refund.id, sealed, country]);
  refund.bankSealed = sealed;
  refund.bankCountry = country;
}

/** Returns those refunds of an order that the operator made and nobody has started, oldest first. */
export const unstartedOperatorRefunds = (db: Queryable, orderId: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(
    `${REFUNDS} where refund.order_id = $1 and refund.by_operator and refund.status = 'active' order by refund.id`,
    [orderId],
  );
