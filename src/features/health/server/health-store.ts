import type { Queryable } from '#platform/db/db.ts';
import type { QueueKind } from '../domain/health-state.ts';

export interface QueueRow {
  readonly queue: QueueKind;
  readonly waiting: number;
  readonly due: number;
  /** When the oldest due row fell due. */
  readonly since: Date | null;
}

/** Counts waiting and due work by kind. Each count uses the index of the due work. */
export const queuesAt = (db: Queryable, now: Date): Promise<QueueRow[]> =>
  db.rows(
    `select queue, count(at)::int as waiting, count(at) filter (where at <= $1)::int as due,
       min(at) filter (where at <= $1) as since
     from (
       values ('mails'), ('gateway_messages'), ('payments'), ('refunds'), ('webhooks'), ('cancelled_orders')
     ) kind (queue)
     left join lateral (
       select next_try_at as at from mails where queue = 'mails' and status = 'waiting'
       union all
       select next_try_at from gateway_events where queue = 'gateway_messages' and next_try_at is not null
       union all
       select next_query_at from payment_attempts where queue = 'payments' and next_query_at is not null
       union all
       select next_try_at from refund_movements where queue = 'refunds' and next_try_at is not null
       union all
       select webhook_next_at from operator_notices where queue = 'webhooks' and webhook_next_at is not null
       union all
       select next_try_at from cancelled_orders where queue = 'cancelled_orders' and next_try_at is not null
     ) waits on true
     group by queue
     order by queue`,
    [now],
  );

export interface GatewayRow {
  readonly name: string;
  readonly failingSince: Date | null;
  readonly lastMessageAt: Date | null;
}

export const gatewaysNow = (db: Queryable, names: readonly string[]): Promise<GatewayRow[]> =>
  db.rows(
    `select name, c.failing_since as "failingSince",
       (select max(e.received_at) from gateway_events e where e.gateway = name) as "lastMessageAt"
     from unnest($1::text[]) as name
     left join gateway_contacts c on c.gateway = name
     order by name`,
    [names],
  );

/** Null if there was never a backup. */
export const lastBackupAt = async (db: Queryable): Promise<Date | null> =>
  (await db.row<{ at: Date }>(`select at from audit_log where action = 'shop.backed-up' order by id desc limit 1`))
    ?.at ?? null;

export const databaseNow = async (db: Queryable): Promise<{ version: string; size: number }> =>
  (await db.row<{ version: string; size: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as size`,
  ))!;
