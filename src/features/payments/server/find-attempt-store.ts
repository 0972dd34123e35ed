import type { Queryable } from '#platform/db/db.ts';
import { type AttemptRow, attemptColumns, fromAttempts } from './attempt-store.ts';

/** Finds the charge of a saved card by its reference, at any gateway. */
export const chargeWithReference = (db: Queryable, reference: string): Promise<AttemptRow | undefined> =>
  db.row(`select ${attemptColumns} from ${fromAttempts} where a.reference = $1 and a.saved_method_id is not null`, [
    reference,
  ]);

export const attemptByReturnToken = (db: Queryable, returnToken: string): Promise<AttemptRow | undefined> =>
  db.row(`select ${attemptColumns} from ${fromAttempts} where a.return_token = $1`, [returnToken]);

/** Returns attempts whose outcome the gateway may still report. */
export const openAttemptsOfOrder = (db: Queryable, orderId: number): Promise<AttemptRow[]> =>
  openAttempts(db, 'p.order_id', orderId);

export const openAttemptsOfPayment = (db: Queryable, paymentId: number): Promise<AttemptRow[]> =>
  openAttempts(db, 'a.payment_id', paymentId);

const openAttempts = (db: Queryable, column: string, id: number): Promise<AttemptRow[]> =>
  db.rows(
    `select ${attemptColumns} from ${fromAttempts}
     where ${column} = $1 and a.status in ('created', 'open', 'processing')
     order by a.id`,
    [id],
  );

export const latestAttemptOfPayment = (db: Queryable, paymentId: number): Promise<AttemptRow | undefined> =>
  db.row(`select ${attemptColumns} from ${fromAttempts} where a.payment_id = $1 order by a.id desc limit 1`, [
    paymentId,
  ]);
