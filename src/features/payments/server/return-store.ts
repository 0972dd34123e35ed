import type { Queryable, Tx } from '#platform/db/db.ts';

/** Money that goes back to the card by now, through one of these gateways; the longest due first. */
export const receiptsToReturn = (
  db: Queryable,
  gateways: readonly string[],
  now: Date,
  most: number,
): Promise<{ id: number }[]> =>
  db.rows('select id from receipts where return_at <= $2 and source = any($1) order by return_at, id limit $3', [
    gateways,
    now,
    most,
  ]);

/** It stays until the operator decides. Call it under the receipt's lock. */
export const stopReturn = (tx: Tx, receiptId: number): Promise<number> =>
  tx.run('update receipts set return_at = null where id = $1', [receiptId]);
