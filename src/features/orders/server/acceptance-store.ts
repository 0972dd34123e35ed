import type { Tx } from '#platform/db/db.ts';

/** Stores an acceptance of the terms, unless there is one. The caller has locked the order. */
export const writeAcceptance = (
  tx: Tx,
  orderId: number,
  acceptance: { readonly versionId: number; readonly via: string },
  now: Date,
): Promise<number> =>
  tx.run(
    `update orders
     set terms_version_id = $2, terms_accepted_at = $3, terms_accepted_via = $4
     where id = $1 and terms_accepted_at is null`,
    [orderId, acceptance.versionId, now, acceptance.via],
  );
