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

/** Needs the order's lock, as all writing here. */
export const recordAnnouncement = (tx: Tx, paymentId: number, now: Date): Promise<number> =>
  tx.run(
    `insert into instalment_charges (payment_id, announced_at) values ($1, $2)
     on conflict (payment_id) do update set announced_at = coalesce(instalment_charges.announced_at, $2)`,
    [paymentId, now],
  );

export const recordCharge = (tx: Tx, paymentId: number, retryAt: Date | null, now: Date): Promise<number> =>
  tx.run(
    `insert into instalment_charges (payment_id, tries, first_tried_at, last_tried_at, retry_at)
     values ($1, 1, $2, $2, $3)
     on conflict (payment_id) do update set
       tries = instalment_charges.tries + 1, first_tried_at = coalesce(instalment_charges.first_tried_at, $2),
       last_tried_at = $2, retry_at = $3`,
    [paymentId, now, retryAt],
  );

export const recordFailureMail = (tx: Tx, paymentId: number, now: Date): Promise<number> =>
  tx.run('update instalment_charges set failure_mailed_at = $2 where payment_id = $1', [paymentId, now]);

export const chargeNoMore = (tx: Tx, paymentId: number): Promise<number> =>
  tx.run('update instalment_charges set retry_at = null where payment_id = $1', [paymentId]);
