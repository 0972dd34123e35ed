import type { Queryable } from '#platform/db/db.ts';

/** Whether a refund of the order is asked for, under way or done: what it takes back must not be taken back twice. */
export async function hasRefunds(db: Queryable, orderId: number): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (select from refunds where order_id = $1 and status <> 'cancelled') as found`,
    [orderId],
  );
  return row!.found;
}
