import type { Tx } from '#platform/db/db.ts';

export async function isFullyRefunded(tx: Tx, orderId: number): Promise<boolean> {
  const row = await tx.row<{ items: number; refunded: number }>(
    `select count(*) as items, count(*) filter (where status = 'refunded') as refunded
     from (
       select status from tickets where order_id = $1
       union all
       select status from merchandise_purchases where order_id = $1
     ) items`,
    [orderId],
  );
  return row!.items > 0 && row!.items === row!.refunded;
}
