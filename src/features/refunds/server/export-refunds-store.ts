import type { Queryable, Tx } from '#platform/db/db.ts';
import { REFUNDS, type RefundRow } from './refund-store.ts';

const TO_EXPORT = `refund.status = 'processing' and refund.exported_in is null`;

/** Accepted, in no transfer file yet, oldest first. */
export const refundsToExport = (db: Queryable, most: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where ${TO_EXPORT} order by refund.created_at, refund.id limit $1`, [most]);

/** Those still in no transfer file, locked in the order of their ids like everywhere. */
export const lockRefundsToExport = (tx: Tx, refundIds: readonly number[]): Promise<RefundRow[]> =>
  tx.rows<RefundRow>(
    `${REFUNDS}
     where refund.id = any($1) and ${TO_EXPORT}
     order by refund.id
     for update of refund`,
    [refundIds],
  );

/** As written. */
export const refundsExportedIn = (db: Queryable, exportedIn: string): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where refund.exported_in = $1 order by refund.created_at, refund.id`, [exportedIn]);

export async function markExported(tx: Tx, refundIds: readonly number[], exportedIn: string): Promise<void> {
  await tx.run('update refunds set exported_in = $2 where id = any($1)', [refundIds, exportedIn]);
}
