import type { Queryable, Tx } from '#platform/db/db.ts';
import type { BulkAction, BulkOrder, LeftOut } from '../domain/why-left-out.ts';
import type { MailAction } from '../domain/why-mail-left-out.ts';

export interface OrderForBulk extends BulkOrder {
  readonly id: number;
  readonly code: string;
  readonly total: number;
  /** Empty once their data was deleted, like the email. */
  readonly customerName: string;
  readonly customerEmail: string;
}

/** In the order in which they were placed. */
export const ordersForBulk = (db: Queryable, ids: readonly number[]): Promise<OrderForBulk[]> =>
  db.rows(
    `select o.id, o.code, o.payment_status as status, o.total_price as total, o.total_paid as paid,
       o.customer_name as "customerName", o.customer_email as "customerEmail",
       o.customer_email <> '' as "hasCustomer",
       exists (select from refunds r where r.order_id = o.id and r.status <> 'cancelled') as "hasRefunds"
     from orders o
     where o.id = any($1)
     order by o.id`,
    [ids],
  );

export const lockStarts = (tx: Tx): Promise<number> => tx.run(`select pg_advisory_xact_lock(hashtext('bulk-start'))`);

/** Returns the latest run that any of these orders is part of; null if there is none. */
export const lastRunWith = async (tx: Tx, ids: readonly number[]): Promise<number | null> =>
  (await tx.row<{ last: number | null }>('select max(run_id) as last from bulk_orders where order_id = any($1)', [
    ids,
  ]))!.last;

interface NewRun {
  readonly action: BulkAction | MailAction;
  readonly reason: string;
  readonly staffId: number;
  readonly sessionId: number;
  readonly actor: string;
}

export const insertRun = async (tx: Tx, run: NewRun, now: Date): Promise<number> =>
  (await tx.row<{ id: number }>(
    `insert into bulk_runs (action, reason, staff_id, session_id, actor, started_at)
     values ($1, $2, $3, $4, $5, $6)
     returning id`,
    [run.action, run.reason, run.staffId, run.sessionId, run.actor, now],
  ))!.id;

/** Orders with a reason are left out from the start; the others are due. */
export const insertOrders = (
  tx: Tx,
  runId: number,
  orders: readonly { readonly id: number; readonly why: LeftOut | null }[],
  now: Date,
): Promise<number> =>
  tx.run(
    `insert into bulk_orders (run_id, order_id, status, why, next_try_at)
     select $1, wanted.id, case when wanted.why is null then 'waiting' else 'left_out' end, wanted.why,
       case when wanted.why is null then $4::timestamptz end
     from unnest($2::bigint[], $3::text[]) as wanted (id, why)`,
    [runId, orders.map(({ id }) => id), orders.map(({ why }) => why), now],
  );

export interface DueBulkOrder {
  runId: number;
  orderId: number;
  code: string;
  tries: number;
  action: BulkAction;
  reason: string;
  staffId: number;
  sessionId: number;
  actor: string;
}

/** Leases the next due order until `until`. Orders of a stopped run are not due. */
export const leaseBulkOrder = (db: Queryable, now: Date, until: Date): Promise<DueBulkOrder | undefined> =>
  db.row(
    `update bulk_orders b
     set next_try_at = $2, tries = b.tries + 1
     from (
       select due.run_id, due.order_id, run.action, run.reason, run.staff_id, run.session_id, run.actor
       from bulk_orders due
       join bulk_runs run on run.id = due.run_id
       where due.next_try_at <= $1 and run.stopped_at is null
       order by due.next_try_at, due.order_id
       limit 1
       for update of due skip locked
     ) next, orders o
     where b.run_id = next.run_id and b.order_id = next.order_id and o.id = b.order_id
     returning b.run_id as "runId", b.order_id as "orderId", o.code, b.tries, next.action, next.reason,
       next.staff_id as "staffId", next.session_id as "sessionId", next.actor`,
    [now, until],
  );

/** Returns 0 if another process has taken over the lease. */
export const finishBulkOrder = (
  db: Queryable,
  { runId, orderId, tries }: DueBulkOrder,
  { why, again }: { readonly why: LeftOut | null; readonly again: Date | null },
): Promise<number> =>
  db.run(
    `update bulk_orders
     set next_try_at = $4::timestamptz, why = $5::text,
       status = case when $4::timestamptz is not null then 'waiting' when $5::text is null then 'done' else 'left_out' end
     where run_id = $1 and order_id = $2 and tries = $3 and status = 'waiting'`,
    [runId, orderId, tries, again, why],
  );

export interface BulkRun {
  id: number;
  action: BulkAction | MailAction;
  reason: string;
  actor: string;
  startedAt: Date;
  stoppedAt: Date | null;
  waiting: number;
  done: number;
  leftOut: number;
  /** Mails that were given up. */
  failed: number;
}

const RUNS = `
  select run.id, run.action, run.reason, run.actor, run.started_at as "startedAt", run.stopped_at as "stoppedAt",
    count(*) filter (where b.status = 'waiting') as waiting, count(*) filter (where b.status = 'done') as done,
    count(*) filter (where b.status = 'left_out') as "leftOut", count(*) filter (where b.status = 'failed') as failed
  from bulk_runs run
  cross join lateral (
    select status from bulk_orders where run_id = run.id
    union all
    select case when bm.why is not null then 'left_out' when m.status = 'sent' then 'done' else m.status end
    from bulk_mails bm
    join mails m on m.id = coalesce(bm.sent_id, bm.mail_id)
    where bm.run_id = run.id
  ) b`;

export const bulkRun = (db: Queryable, id: number): Promise<BulkRun | undefined> =>
  db.row(`${RUNS} where run.id = $1 group by run.id`, [id]);

/** Latest first. */
export const lastRuns = (db: Queryable, limit: number): Promise<BulkRun[]> =>
  db.rows(
    `${RUNS}
     where run.id in (select id from bulk_runs order by id desc limit $1)
     group by run.id
     order by run.id desc`,
    [limit],
  );

export interface BulkResult {
  id: number;
  code: string;
  customerName: string;
  customerEmail: string;
  total: number;
  status: 'waiting' | 'done' | 'left_out';
  why: LeftOut | null;
}

/** Oldest order first. */
export const resultsOf = (db: Queryable, runId: number, after: number | null, limit: number): Promise<BulkResult[]> =>
  db.rows(
    `select b.order_id as id, o.code, o.customer_name as "customerName", o.customer_email as "customerEmail",
       o.total_price as total, b.status, b.why
     from bulk_orders b
     join orders o on o.id = b.order_id
     where b.run_id = $1 and ($2::bigint is null or b.order_id > $2)
     order by b.order_id
     limit $3`,
    [runId, after, limit],
  );

/** Returns false if there is no such run, or if it is one for mails, which are all handled at once. */
export const setRunStopped = async (tx: Tx, id: number, at: Date | null): Promise<boolean> =>
  (await tx.run(`update bulk_runs set stopped_at = $2 where id = $1 and action in ('mail', 'cancel')`, [id, at])) > 0;

export const tryLeftOutAgain = (tx: Tx, id: number, reasons: readonly LeftOut[], now: Date): Promise<number> =>
  tx.run(
    `update bulk_orders set status = 'waiting', why = null, tries = 0, next_try_at = $3
     where run_id = $1 and why = any($2)`,
    [id, reasons, now],
  );
