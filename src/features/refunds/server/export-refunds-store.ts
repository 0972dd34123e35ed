import type { Queryable, Tx } from '#platform/db/db.ts';
import { REFUNDS, type RefundRow } from './refund-store.ts';

const TO_EXPORT = `refund.status in ('processing', 'problem') and refund.exported_in is null
  and exists (
    select from refund_movements m where m.refund_id = refund.id and m.gateway is null and m.status = 'pending'
  )`;

/** Returns accepted refunds that are in no transfer file yet, oldest first. */
export const refundsToExport = (db: Queryable, limit: number): Promise<RefundRow[]> =>
  db.rows<RefundRow>(`${REFUNDS} where ${TO_EXPORT} order by refund.created_at, refund.id limit $1`, [limit]);

/** Locks these refunds by ascending id, as everywhere, and returns those that are in no transfer file yet. */
export async function lockRefundsToExport(tx: Tx, refundIds: readonly number[]): Promise<RefundRow[]> {
  // Two statements, because the refunds' movements must be read after the locks are held.
  await tx.run(
    `select 1
     from refunds refund
     where refund.id = any($1) and refund.exported_in is null
     order by refund.id
     for update of refund`,
    [refundIds],
  );
  return await tx.rows<RefundRow>(`${REFUNDS} where refund.id = any($1) and ${TO_EXPORT} order by refund.id`, [
    refundIds,
  ]);
}

export async function markExported(tx: Tx, refundIds: readonly number[], exportedIn: string): Promise<void> {
  await tx.run('update refunds set exported_in = $2 where id = any($1)', [refundIds, exportedIn]);
  await tx.run(
    `update refund_movements set exported_in = $2
     where refund_id = any($1) and gateway is null and status = 'pending'`,
    [refundIds, exportedIn],
  );
}
