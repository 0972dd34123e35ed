import type { Queryable, Tx } from '#platform/db/db.ts';
import { canMoveMovement, type MovementStatus } from '../domain/movement-status.ts';

export interface MovementRow {
  id: number;
  /** Null for money that no order can take. */
  refundId: number | null;
  orderId: number;
  position: number;
  key: string;
  /** Null for a movement by bank. */
  receiptId: number | null;
  gateway: string | null;
  amount: number;
  status: MovementStatus;
  /** The gateway's id. */
  gatewayRefund: string | null;
  reason: string;
  exportedIn: string | null;
  tries: number;
  /** When a gateway that makes only one refund of a payment was called; null if the call had no effect. */
  calledAt: Date | null;
  /** When the outcome became unclear; the movement is not sent again after that. */
  unclearAt: Date | null;
  createdAt: Date;
  settledAt: Date | null;
}

export interface RefundMovementRow extends MovementRow {
  refundId: number;
}

const MOVEMENTS = `
  select
    movement.id,
    movement.refund_id as "refundId",
    coalesce(refund.order_id, arrived.order_id) as "orderId",
    movement.position,
    movement.key,
    movement.receipt_id as "receiptId",
    movement.gateway,
    movement.amount,
    movement.status,
    movement.gateway_refund as "gatewayRefund",
    movement.reason,
    movement.exported_in as "exportedIn",
    movement.tries,
    movement.asked_at as "calledAt",
    movement.unclear_at as "unclearAt",
    movement.created_at as "createdAt",
    movement.settled_at as "settledAt"
  from refund_movements movement
  left join refunds refund on refund.id = movement.refund_id
  left join receipts arrived on arrived.id = movement.receipt_id`;

/** Returns the movements in the order they were made. */
export const movementsOf = (db: Queryable, refundId: number): Promise<RefundMovementRow[]> =>
  db.rows(`${MOVEMENTS} where movement.refund_id = $1 order by movement.position`, [refundId]);

export const movementsOfAll = (db: Queryable, refundIds: readonly number[]): Promise<RefundMovementRow[]> =>
  db.rows(`${MOVEMENTS} where movement.refund_id = any($1) order by movement.position`, [refundIds]);

export const movementById = (db: Queryable, id: number): Promise<MovementRow | undefined> =>
  db.row(`${MOVEMENTS} where movement.id = $1`, [id]);

export const movementByKey = (db: Queryable, key: string): Promise<MovementRow | undefined> =>
  db.row(`${MOVEMENTS} where movement.key = $1`, [key]);

export const movementAtGateway = (
  db: Queryable,
  gateway: string,
  { id, key }: { readonly id: string; readonly key: string | null },
): Promise<MovementRow | undefined> =>
  db.row(`${MOVEMENTS} where movement.gateway = $1 and (movement.gateway_refund = $2 or movement.key = $3)`, [
    gateway,
    id,
    key,
  ]);

/** Whether the shop has requested a refund of this amount of the payment and has not yet read the answer. */
export const isUnanswered = async (
  db: Queryable,
  gateway: string,
  { transaction, amount }: { readonly transaction: string; readonly amount: number },
): Promise<boolean> =>
  (await db.row(
    `select 1
     from refund_movements m join receipts r on r.id = m.receipt_id
     where m.gateway = $1 and m.status = 'pending' and m.gateway_refund is null and r.transaction = $2 and m.amount = $3
     limit 1`,
    [gateway, transaction, amount],
  )) !== undefined;

export interface NewMovement {
  readonly amount: number;
  /** Null for a movement by bank. */
  readonly card: { readonly receiptId: number; readonly gateway: string } | null;
}

/** Inserts movements; those to a card are due at once. Call it under the refund's lock. */
export async function insertMovements(
  tx: Tx,
  refund: { readonly id: number; readonly code: string },
  movements: readonly NewMovement[],
  now: Date,
): Promise<void> {
  for (const { amount, card } of movements) {
    await tx.run(
      `insert into refund_movements
         (refund_id, position, key, receipt_id, gateway, amount, status, next_try_at, created_at)
       select $1, last + 1, $2 || '-M' || last + 1, $3, $4, $5, 'pending', case when $4::text is not null then $6::timestamptz end, $6
       from (select coalesce(max(position), 0) as last from refund_movements where refund_id = $1) numbered`,
      [refund.id, refund.code, card?.receiptId ?? null, card?.gateway ?? null, amount, now],
    );
  }
}

/** Returns the movements that give back stray money, in the order they were made. Call it under the receipt's lock. */
export const returnsOfReceipt = (tx: Tx, receiptId: number): Promise<MovementRow[]> =>
  tx.rows(`${MOVEMENTS} where movement.receipt_id = $1 and movement.refund_id is null order by movement.position`, [
    receiptId,
  ]);

/** Whether a movement back to the card is pending. Call it under the receipt's lock. */
export const isOnItsWayBack = async (tx: Tx, receiptId: number): Promise<boolean> =>
  (await returnsOfReceipt(tx, receiptId)).some(({ status }) => status === 'pending');

/** Returns the number of movements back to the card that paid. Call it under the receipt's lock. */
export async function countMovementsToCard(tx: Tx, receiptId: number): Promise<number> {
  const row = await tx.row<{ count: number }>('select count(*) as count from refund_movements where receipt_id = $1', [
    receiptId,
  ]);
  return row!.count;
}

export const isDisputed = async (tx: Tx, receiptId: number): Promise<boolean> =>
  (await tx.row(`select 1 from disputes where receipt_id = $1 and state in ('open', 'money_taken') limit 1`, [
    receiptId,
  ])) !== undefined;

/** Whether money of this order is in a dispute that is not decided. Call it under the order's lock. */
export const isOrderDisputed = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.row(
    `select 1
     from disputes
     where state in ('open', 'money_taken') and receipt_id in (
       select s.receipt_id from receipt_shares s join payments p on p.id = s.payment_id where p.order_id = $1
     )
     limit 1`,
    [orderId],
  )) !== undefined;

/** Inserts a movement that is due at once, and returns its key. Call it under the receipt's lock. */
export async function insertReturn(
  tx: Tx,
  {
    receiptId,
    orderCode,
    gateway,
    amount,
  }: { readonly receiptId: number; readonly orderCode: string; readonly gateway: string; readonly amount: number },
  now: Date,
): Promise<string> {
  const row = await tx.row<{ key: string }>(
    `insert into refund_movements (position, key, receipt_id, gateway, amount, status, next_try_at, created_at)
     select last + 1, $2 || '-B' || $1::bigint || '-M' || last + 1, $1, $3, $4, 'pending', $5, $5
     from (
       select coalesce(max(position), 0) as last from refund_movements where receipt_id = $1 and refund_id is null
     ) numbered
     returning key`,
    [receiptId, orderCode, gateway, amount, now],
  );
  return row!.key;
}

/**
 * Changes a movement's status. Throws if the domain's transitions do not allow it. Call it under the lock of its refund
 * or, for stray money, of its receipt.
 */
export async function moveMovement(
  tx: Tx,
  movement: MovementRow,
  to: MovementStatus,
  reason: string,
  now: Date,
): Promise<void> {
  if (!canMoveMovement(movement.status, to)) {
    throw new Error(`Movement ${movement.key} cannot move from ${movement.status} to ${to}`);
  }
  await tx.run(
    `update refund_movements
     set status = $2, reason = case when $2 = 'replaced' then reason else $3 end, settled_at = $4, next_try_at = null
     where id = $1`,
    [movement.id, to, reason, now],
  );
  movement.status = to;
}

export const noteGatewayRefund = (db: Queryable, movement: MovementRow, gatewayRefund: string): Promise<number> =>
  db.run('update refund_movements set gateway_refund = $2 where id = $1 and gateway_refund is null', [
    movement.id,
    gatewayRefund,
  ]);

/** Notes when a gateway that makes only one refund of a payment was called; null if the call had no effect. */
export const noteCalled = (db: Queryable, movement: MovementRow, at: Date | null): Promise<number> =>
  db.run('update refund_movements set asked_at = $2 where id = $1', [movement.id, at]);

/**
 * Marks a movement whose outcome is unknown. It stays pending and is not sent again until a message or a person reports
 * the outcome.
 */
export const markUnclear = (db: Queryable, movement: MovementRow, reason: string, now: Date): Promise<number> =>
  db.run(
    `update refund_movements
     set unclear_at = $3, reason = $2, next_try_at = null
     where id = $1 and status = 'pending' and unclear_at is null`,
    [movement.id, reason, now],
  );

/**
 * Finds the unclear movement that a reported refund of this payment must belong to: its gateway makes only one refund
 * of a payment.
 */
export const unclearMovement = (
  db: Queryable,
  gateway: string,
  { transaction, amount }: { readonly transaction: string; readonly amount: number },
): Promise<MovementRow | undefined> =>
  db.row(
    `${MOVEMENTS}
     join receipts paid on paid.id = movement.receipt_id
     where movement.gateway = $1 and movement.status = 'pending' and movement.unclear_at is not null
       and paid.transaction = $2 and movement.amount = $3`,
    [gateway, transaction, amount],
  );

export interface DueMovement extends MovementRow {
  transaction: string;
  currency: string;
  orderCode: string;
  /** The reference of the attempt that was paid. */
  reference: string;
  gatewayPaymentId: string | null;
}

/**
 * Takes card movements that must be requested from the gateway, or whose status must be queried. They are postponed
 * before the gateway is called, longer with each attempt, so that no two processes call it at the same time.
 */
export const takeDueMovements = (
  db: Queryable,
  gateways: readonly string[],
  now: Date,
  limit: number,
): Promise<DueMovement[]> =>
  db.rows(
    `with due as (
       select id from refund_movements
       where next_try_at <= $2 and gateway = any($1)
       order by next_try_at, id
       limit $3
       for update skip locked
     ), taken as (
       update refund_movements movement
       set tries = movement.tries + 1,
         next_try_at = $2::timestamptz + least(power(3, least(movement.tries, 10)), 1440) * interval '1 minute'
       from due
       where movement.id = due.id
       returning movement.id, movement.tries
     )
     select listed.*, taken.tries, receipt.transaction, receipt.currency, orders.code as "orderCode",
       attempt.reference, attempt.gateway_payment_id as "gatewayPaymentId"
     from (${MOVEMENTS}) listed
     join taken on taken.id = listed.id
     join receipts receipt on receipt.id = listed."receiptId"
     join payment_attempts attempt on attempt.id = receipt.attempt_id
     join orders on orders.id = listed."orderId"
     order by listed.id`,
    [gateways, now, limit],
  );
