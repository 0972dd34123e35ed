import { COUNT_ATTEMPTS, uncountAttempt } from '#features/orders/server/public.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { type AttemptRow, attemptColumns } from './attempt-store.ts';
import type { StartedPayment } from './gateway.ts';

export interface NewAttempt {
  paymentId: number;
  reference: string;
  gateway: string;
  amount: number;
  currency: string;
  returnOrigin: string;
  returnToken: string;
  isByLink: boolean;
  consentId: number | null;
  expiresAt: Date;
  nextQueryAt: Date;
}

/**
 * Inserts and counts attempts, and returns them in the order of their ids. The caller must commit before it calls the
 * gateway.
 */
export const insertAttempts = (tx: Tx, attempts: readonly NewAttempt[], now: Date): Promise<AttemptRow[]> =>
  tx.rows<AttemptRow>(
    `with a as (
       insert into payment_attempts (payment_id, reference, gateway, amount, currency, status, return_origin, return_token,
         by_link, created_at, expires_at, next_query_at, consent_id)
       select "paymentId", reference, gateway, amount, currency, 'created', "returnOrigin", "returnToken", "isByLink", $3,
         "expiresAt", "nextQueryAt", "consentId"
       from jsonb_to_recordset($2) as given ("paymentId" bigint, reference text, gateway text, amount bigint,
         currency text, "returnOrigin" text, "returnToken" text, "isByLink" boolean, "expiresAt" timestamptz,
         "nextQueryAt" timestamptz, "consentId" bigint)
       returning *
     ), p as (
       ${COUNT_ATTEMPTS}
     )
     select ${attemptColumns} from a join p on p.id = a.payment_id order by a.id`,
    [attempts.map(({ paymentId }) => paymentId), JSON.stringify(attempts), now],
  );

/** Inserts a charge of a saved card, which does not count as an attempt by the payer. */
export async function insertCharge(
  tx: Tx,
  charge: Omit<NewAttempt, 'isByLink' | 'consentId'> & { savedMethodId: number },
  now: Date,
): Promise<AttemptRow> {
  const row = await tx.row<AttemptRow>(
    `with a as (
       insert into payment_attempts (payment_id, reference, gateway, amount, currency, status, return_origin, return_token,
         created_at, expires_at, next_query_at, saved_method_id)
       values ($1, $2, $3, $4, $5, 'created', $6, $7, $8, $9, $10, $11)
       returning *
     )
     select ${attemptColumns} from a join payments p on p.id = a.payment_id`,
    [
      charge.paymentId,
      charge.reference,
      charge.gateway,
      charge.amount,
      charge.currency,
      charge.returnOrigin,
      charge.returnToken,
      now,
      charge.expiresAt,
      charge.nextQueryAt,
      charge.savedMethodId,
    ],
  );
  return row as AttemptRow;
}

/** Extends a charge that is repeated. Needs the order's lock. */
export const extendCharge = (tx: Tx, attemptId: number, expiresAt: Date): Promise<number> =>
  tx.run(`update payment_attempts set expires_at = $2 where id = $1 and status = 'created'`, [attemptId, expiresAt]);

/** Counts all attempts. Unlike `payments.attempts`, this number never decreases. */
export async function countAttempts(db: Queryable, paymentId: number): Promise<number> {
  const row = await db.row<{ count: number }>('select count(*) as count from payment_attempts where payment_id = $1', [
    paymentId,
  ]);
  return row?.count ?? 0;
}

export interface StartedAttempt extends StartedPayment {
  readonly attemptId: number;
  readonly firstQueryAt: Date;
}

/**
 * Records what the gateway answered. An attempt that has moved on keeps its status. One that was ended because its
 * start seemed to have failed can still be paid, so the gateway is queried again. Locks attempts in the order of their
 * ids.
 */
export async function recordStarts(db: Queryable, unordered: readonly StartedAttempt[]): Promise<void> {
  const started = unordered.toSorted((one, other) => one.attemptId - other.attemptId);
  await db.run(
    `update payment_attempts a
     set action = started.action,
       gateway_payment_id = coalesce(started.gateway_payment_id, a.gateway_payment_id),
       expires_at = started.payable_until,
       status = case when a.status = 'created' then 'open' else a.status end,
       next_query_at = case
         when a.status in ('declined', 'cancelled', 'expired') then coalesce(a.next_query_at, started.first_query_at)
         else a.next_query_at end
     from unnest($1::bigint[], $2::jsonb[], $3::text[], $4::timestamptz[], $5::timestamptz[])
       as started (id, action, gateway_payment_id, payable_until, first_query_at)
     where a.id = started.id`,
    [
      started.map(({ attemptId }) => attemptId),
      started.map(({ action }) => JSON.stringify(action)),
      started.map(({ gatewayPaymentId }) => gatewayPaymentId),
      started.map(({ payableUntil }) => payableUntil),
      started.map(({ firstQueryAt }) => firstQueryAt),
    ],
  );
}

/**
 * Ends the attempt without counting it, because the customer never reached the payment page. Money that arrives for it
 * still counts. Call it under the order's lock.
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
