import { COUNT_ATTEMPT, uncountAttempt } from '#features/orders/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { PaymentAction } from '../contract.ts';
import { type AttemptStatus, attemptMayMove } from '../domain/attempt-status.ts';

export interface AttemptRow {
  id: number;
  payment_id: number;
  order_id: number;
  reference: string;
  gateway: string;
  gateway_payment_id: string | null;
  amount: number;
  currency: string;
  status: AttemptStatus;
  action: PaymentAction | null;
  return_origin: string;
  return_token: string;
  /** Started through the payment's link by somebody who was not logged in as the order's owner. */
  by_link: boolean;
  created_at: Date;
  /** From then on the gateway accepts no payment. */
  expires_at: Date;
}

const columns = `a.id, a.payment_id, p.order_id, a.reference, a.gateway, a.gateway_payment_id, a.amount, a.currency,
  a.status, a.action, a.return_origin, a.return_token, a.by_link, a.created_at, a.expires_at`;
const from = 'payment_attempts a join payments p on p.id = a.payment_id';

export const attemptByReference = (
  db: Queryable,
  gateway: string,
  reference: string,
): Promise<AttemptRow | undefined> =>
  db.row(`select ${columns} from ${from} where a.gateway = $1 and a.reference = $2`, [gateway, reference]);

export const attemptByReturnToken = (db: Queryable, returnToken: string): Promise<AttemptRow | undefined> =>
  db.row(`select ${columns} from ${from} where a.return_token = $1`, [returnToken]);

/**
 * Locks the attempt. Lock its order first, as every path does. The order's lock serialises updates of one attempt; this
 * lock keeps out `recordStart`, which does not lock the order.
 */
export const lockAttempt = (tx: Tx, attemptId: number): Promise<AttemptRow | undefined> =>
  tx.row(`select ${columns} from ${from} where a.id = $1 for update of a`, [attemptId]);

/** Attempts of an order whose outcome the gateway may still report. */
export const openAttemptsOfOrder = (db: Queryable, orderId: number): Promise<AttemptRow[]> =>
  db.rows(
    `select ${columns} from ${from}
     where p.order_id = $1 and a.status in ('created', 'open', 'processing')
     order by a.id`,
    [orderId],
  );

export const openAttemptsOfPayment = (db: Queryable, paymentId: number): Promise<AttemptRow[]> =>
  db.rows(
    `select ${columns} from ${from}
     where a.payment_id = $1 and a.status in ('created', 'open', 'processing')
     order by a.id`,
    [paymentId],
  );

export const latestAttemptOfPayment = (db: Queryable, paymentId: number): Promise<AttemptRow | undefined> =>
  db.row(`select ${columns} from ${from} where a.payment_id = $1 order by a.id desc limit 1`, [paymentId]);

export interface NewAttempt {
  paymentId: number;
  reference: string;
  gateway: string;
  amount: number;
  currency: string;
  returnOrigin: string;
  returnToken: string;
  byLink: boolean;
  expiresAt: Date;
  nextQueryAt: Date;
}

/** Inserts the attempt and counts it at its payment. The caller commits before calling the gateway. */
export async function insertAttempt(tx: Tx, attempt: NewAttempt, now: Date): Promise<AttemptRow> {
  const row = await tx.row<AttemptRow>(
    `with a as (
       insert into payment_attempts (payment_id, reference, gateway, amount, currency, status, return_origin, return_token,
         by_link, created_at, expires_at, next_query_at)
       values ($1, $2, $3, $4, $5, 'created', $6, $7, $8, $9, $10, $11)
       returning *
     ), p as (
       ${COUNT_ATTEMPT}
     )
     select ${columns} from a join p on p.id = a.payment_id`,
    [
      attempt.paymentId,
      attempt.reference,
      attempt.gateway,
      attempt.amount,
      attempt.currency,
      attempt.returnOrigin,
      attempt.returnToken,
      attempt.byLink,
      now,
      attempt.expiresAt,
      attempt.nextQueryAt,
    ],
  );
  return row as AttemptRow;
}

/** Number of all attempts of a payment; unlike `payments.attempts` it never decreases. */
export async function countAttempts(db: Queryable, paymentId: number): Promise<number> {
  const row = await db.row<{ count: number }>('select count(*) as count from payment_attempts where payment_id = $1', [
    paymentId,
  ]);
  return row?.count ?? 0;
}

/**
 * Records the gateway's answer to the start. An attempt that has moved on meanwhile keeps its status. If it was ended
 * without money because its start seemed to have failed, the buyer can still pay it, so the gateway is queried again.
 */
export async function recordStart(
  db: Queryable,
  attemptId: number,
  started: { action: PaymentAction; gatewayPaymentId: string | null },
  firstQueryAt: Date,
): Promise<void> {
  await db.run(
    `update payment_attempts
     set action = $2, gateway_payment_id = $3, status = case when status = 'created' then 'open' else status end,
       next_query_at = case
         when status in ('declined', 'cancelled', 'expired') then coalesce(next_query_at, $4)
         else next_query_at end
     where id = $1`,
    [attemptId, JSON.stringify(started.action), started.gatewayPaymentId, firstQueryAt],
  );
}

/**
 * Ends an attempt whose start the gateway did not answer. The customer never reached the payment page, so it is not
 * counted. Money that arrives for it still counts. Call it under the order's lock.
 */
export async function recordFailedStart(tx: Tx, attemptId: number, now: Date): Promise<void> {
  const attempt = await tx.row<{ payment_id: number }>(
    `update payment_attempts
     set status = 'expired', settled_at = $2, next_query_at = null
     where id = $1 and status = 'created'
     returning payment_id`,
    [attemptId, now],
  );
  if (attempt) await uncountAttempt(tx, attempt.payment_id);
}

/**
 * Moves the attempt to a status. Returns false and changes nothing if its transitions do not allow that (an outdated
 * update).
 */
export async function moveAttempt(
  tx: Tx,
  attempt: AttemptRow,
  to: AttemptStatus,
  now: Date,
  nextQueryAt: Date | null,
): Promise<boolean> {
  if (!attemptMayMove(attempt.status, to)) return false;
  await tx.run(
    `update payment_attempts
     set status = $2, settled_at = case when $3::timestamptz is null then $4::timestamptz end, next_query_at = $3
     where id = $1`,
    [attempt.id, to, nextQueryAt, now],
  );
  attempt.status = to;
  return true;
}

/**
 * Takes attempts that are due for a query and schedules their next one first, so that a crash only delays it. An
 * attempt that is still open a week after it expired is queried for the last time.
 */
export const takeAttemptsToQuery = (db: Queryable, gateway: string, now: Date, limit: number): Promise<AttemptRow[]> =>
  db.rows(
    `update payment_attempts a
     set next_query_at = $1::timestamptz + case
       when a.status <> 'processing' and $1 - a.expires_at > interval '7 days' then null
       when $1 - a.created_at < interval '10 minutes' then interval '2 minutes'
       when $1 - a.created_at < interval '1 hour' then interval '5 minutes'
       when $1 - a.created_at < interval '1 day' then interval '30 minutes'
       else interval '6 hours' end
     from payments p
     where p.id = a.payment_id and a.id = any(array(
       select id
       from payment_attempts
       where next_query_at <= $1 and gateway = $3
       order by next_query_at
       limit $2
       for update skip locked
     ))
     returning ${columns}`,
    [now, limit, gateway],
  );

/**
 * Wipes the address of the payment page, which can contain the payer's name and address, from up to `most` attempts
 * settled by `before`; returns their number.
 */
export const wipeActions = (db: Queryable, before: Date, most: number): Promise<number> =>
  db.run(
    `update payment_attempts
     set action = null
     where id = any(array(
       select id
       from payment_attempts
       where action is not null and settled_at <= $1
       order by settled_at
       limit $2
       for update skip locked
     ))`,
    [before, most],
  );
