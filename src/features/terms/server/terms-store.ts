import type { Tx } from '#platform/db/db.ts';
import type { AcceptedVia } from '../domain/may-accept.ts';

/** Writes that the terms of a locked order were accepted; who was first stays. */
export const writeAcceptance = (
  tx: Tx,
  orderId: number,
  acceptance: { readonly versionId: number; readonly via: AcceptedVia },
  now: Date,
): Promise<number> =>
  tx.run(
    `update orders
     set terms_version_id = $2, terms_accepted_at = $3, terms_accepted_via = $4
     where id = $1 and terms_accepted_at is null`,
    [orderId, acceptance.versionId, now, acceptance.via],
  );

/** Whether everything of the order was given back. */
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
