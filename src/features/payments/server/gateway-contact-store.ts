import type { Queryable } from '#platform/db/db.ts';
import { type GatewayContact, type SilentGateway, silencesOf } from '../domain/gateway-silence.ts';

export const noteAnswer = (db: Queryable, gateway: string): Promise<number> =>
  db.run('update gateway_contacts set failing_since = null where gateway = $1 and failing_since is not null', [
    gateway,
  ]);

export const noteFailure = (db: Queryable, gateway: string, now: Date): Promise<number> =>
  db.run(
    `insert into gateway_contacts (gateway, failing_since, failed_at)
     values ($1, $2, $2)
     on conflict (gateway) do update
       set failing_since = coalesce(gateway_contacts.failing_since, $2), failed_at = $2`,
    [gateway, now],
  );

/** Only the latest payments show whether messages still arrive. */
const LATEST = 100;

/**
 * Returns gateways that do not answer while payments or refunds wait for them, and gateways whose messages do not
 * arrive.
 */
export async function silentGateways(db: Queryable): Promise<SilentGateway[]> {
  const rows = await db.rows<ContactRow>(
    `with recent as (
       select gateway, settled_at
       from payment_attempts
       where status = 'paid'
       order by settled_at desc
       limit ${LATEST}
     ), unannounced as (
       select g.gateway, count(*) as count, min(p.settled_at) as first, max(p.settled_at) as last,
         max(message.at) as "messageAt"
       from (select distinct gateway from recent) g
         cross join lateral (
           select max(e.received_at) as at from gateway_events e where e.gateway = g.gateway
         ) message
         join recent p on p.gateway = g.gateway and p.settled_at > coalesce(message.at, '-infinity')
       where p.settled_at > (select max(settled_at) from recent) - interval '7 days'
       group by g.gateway
     )
     select
       gateway,
       c.failing_since as "failingSince",
       c.failed_at as "failedAt",
       c.failing_since is not null and (
         exists (select from payment_attempts a where a.next_query_at is not null and a.gateway = c.gateway)
         or exists (select from refund_movements m where m.next_try_at is not null and m.gateway = c.gateway)
       ) as "hasPendingCalls",
       u.count, u.first, u.last, u."messageAt"
     from gateway_contacts c full join unannounced u using (gateway)
     where c.failing_since is not null or u.count is not null
     order by gateway`,
  );
  return rows.map(contactOf).flatMap(silencesOf);
}

interface ContactRow {
  gateway: string;
  failingSince: Date | null;
  failedAt: Date | null;
  hasPendingCalls: boolean;
  count: number | null;
  first: Date | null;
  last: Date | null;
  messageAt: Date | null;
}

const contactOf = ({
  gateway,
  failingSince,
  failedAt,
  hasPendingCalls,
  count,
  first,
  last,
  messageAt,
}: ContactRow): GatewayContact => ({
  gateway,
  failing: failingSince && failedAt && { since: failingSince, until: failedAt },
  hasPendingCalls,
  unannounced: count !== null && first && last ? { count, first, last, messageAt } : null,
});
