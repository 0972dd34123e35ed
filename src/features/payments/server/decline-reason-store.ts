import type { Queryable, Tx } from '#platform/db/db.ts';

/** Stores why an attempt was declined, in the provider's words. A text that is too long is truncated. */
export const noteDeclineReason = (tx: Tx, attemptId: number, reason: string): Promise<unknown> =>
  tx.run('update payment_attempts set decline_reason = left($2, 200) where id = $1', [attemptId, reason]);

/** Wipes the reasons of up to `limit` attempts that were settled by `before`. Returns their number. */
export const wipeDeclineReasons = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(
    `update payment_attempts
     set decline_reason = null
     where id = any(array(
       select id
       from payment_attempts
       where decline_reason is not null and settled_at <= $1
       order by settled_at
       limit $2
       for update skip locked
     ))`,
    [before, limit],
  );

export const wipeDeclineReasonsOf = (tx: Tx, customerId: number): Promise<unknown> =>
  tx.run(
    `update payment_attempts
     set decline_reason = null
     where decline_reason is not null and payment_id in (
       select p.id from payments p join orders o on o.id = p.order_id where o.customer_id = $1)`,
    [customerId],
  );
