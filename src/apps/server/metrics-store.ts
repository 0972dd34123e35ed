import type { Queryable } from '#platform/db/db.ts';

export interface OverdueWork {
  readonly work: string;
  /** When the oldest piece of work was due; null if none is. */
  readonly since: Date | null;
}

/** Returns the overdue work that customers notice. Each kind is read from its own index. */
export const overdueWork = (db: Queryable, now: Date): Promise<OverdueWork[]> =>
  db.rows(
    `select 'urgent_mails' as work,
       (select min(next_try_at) from mails where status = 'waiting' and is_urgent and next_try_at <= $1) as since
     union all
     select 'account_requests', (select min(next_try_at) from account_requests where next_try_at <= $1)
     union all
     select 'unpaid_orders', (select min(pay_by) from orders where pay_by <= $1)
     union all
     select 'expired_carts', (select min(expires_at) from carts where status = 'open' and expires_at <= $1)`,
    [now],
  );

export const connectionsOfDatabase = async (db: Queryable): Promise<{ used: number; max: number }> =>
  (await db.row<{ used: number; max: number }>(
    `select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       current_setting('max_connections')::int as max`,
  ))!;
