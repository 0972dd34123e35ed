import { isUnfinished, refundStatuses } from '#features/refunds/domain/refund-status.ts';
import type { Queryable } from '#platform/db/db.ts';

const UNFINISHED = refundStatuses.filter(isUnfinished);

/** Ended orders that still owe their customer money (`amountNotReturned`), oldest first. */
export const ordersThatOweMoney = (
  db: Queryable,
  limit: number,
): Promise<{ code: string; owed: number; customer_name: string; customer_email: string }[]> =>
  db.rows(
    `select ended.code, ended.owed, ended.customer_name, ended.customer_email
     from (
       select o.code, o.customer_name, o.customer_email, o.created_at,
         o.total_paid - o.total_refunded - coalesce((
           select sum(r.total) from refunds r where r.order_id = o.id and r.status = any($2)
         ), 0)::bigint as owed
       from orders o
       where o.stock_released and o.total_paid > 0
     ) ended
     where ended.owed > 0
     order by ended.created_at
     limit $1`,
    [limit, UNFINISHED],
  );
