import type { Queryable, Tx } from '#platform/db/db.ts';
import { type Charges, noCharges } from '../domain/charging.ts';

interface ChargesRow extends Charges {
  readonly firstTriedAt: Date | null;
  readonly failureMailedAt: Date | null;
}

export async function chargesOf(db: Queryable, paymentId: number): Promise<ChargesRow> {
  const row = await db.row<ChargesRow>(
    `select announced_at as "announcedAt", tries, first_tried_at as "firstTriedAt", last_tried_at as "lastTriedAt",
       retry_at as "retryAt", failure_mailed_at as "failureMailedAt"
     from instalment_charges
     where payment_id = $1`,
    [paymentId],
  );
  return row ?? { ...noCharges, firstTriedAt: null, failureMailedAt: null };
}

/** Needs the order's lock, as do all writes here. */
export const recordAnnouncement = (tx: Tx, paymentId: number, now: Date): Promise<number> =>
  tx.run(
    `insert into instalment_charges (payment_id, announced_at) values ($1, $2)
     on conflict (payment_id) do update set announced_at = coalesce(instalment_charges.announced_at, $2)`,
    [paymentId, now],
  );

/**
 * Call it if an instalment's day or amount changes: its charge is announced again, and a declined card waits for the
 * new day.
 */
export const forgetAnnouncement = (tx: Tx, paymentId: number, dueAt: Date): Promise<number> =>
  tx.run(
    `update instalment_charges
     set announced_at = null, retry_at = case when retry_at is not null then greatest(retry_at, $2) end
     where payment_id = $1`,
    [paymentId, dueAt],
  );

/** Records a charge. The card is not charged again until `recordDecline` sets a time. */
export const recordCharge = (tx: Tx, paymentId: number, now: Date): Promise<number> =>
  tx.run(
    `insert into instalment_charges (payment_id, tries, first_tried_at, last_tried_at)
     values ($1, 1, $2, $2)
     on conflict (payment_id) do update set
       tries = instalment_charges.tries + 1, first_tried_at = coalesce(instalment_charges.first_tried_at, $2),
       last_tried_at = $2, retry_at = null`,
    [paymentId, now],
  );

export const recordDecline = (tx: Tx, paymentId: number, retryAt: Date): Promise<number> =>
  tx.run('update instalment_charges set retry_at = $2 where payment_id = $1', [paymentId, retryAt]);

export const recordFailureMail = (tx: Tx, paymentId: number, now: Date): Promise<number> =>
  tx.run('update instalment_charges set failure_mailed_at = $2 where payment_id = $1', [paymentId, now]);

export interface UnclearChargeRow {
  readonly reference: string;
  readonly gateway: string;
  readonly amount: number;
  readonly currency: string;
  readonly orderCode: string;
  readonly chargedAt: Date;
}

/**
 * Returns charges that their gateways did not answer within a day, oldest first. The customers were notified by mail.
 */
export const unclearCharges = (db: Queryable, limit: number): Promise<UnclearChargeRow[]> =>
  db.rows(
    `select a.reference, a.gateway, a.amount, a.currency, o.code as "orderCode", a.created_at as "chargedAt"
     from payment_attempts a
       join payments p on p.id = a.payment_id
       join orders o on o.id = p.order_id
       join instalment_charges c on c.payment_id = p.id
     where a.saved_method_id is not null and a.status = 'created' and c.failure_mailed_at >= a.created_at
     order by a.created_at, a.id
     limit $1`,
    [limit],
  );
