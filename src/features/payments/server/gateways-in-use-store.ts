import type { Queryable } from '#platform/db/db.ts';

/** Providers return a card payment for about a year. */
const REFUNDABLE = "interval '365 days'";

export interface GatewayInUse {
  readonly gateway: string;
  /** Attempts whose outcome is not known yet. */
  readonly open: number;
  /** Payments received in the last year. */
  readonly refundable: number;
}

/** Gateways with attempts that are open or with money that can go back, except the configured ones. */
export const otherGatewaysInUse = (db: Queryable, configured: readonly string[], now: Date): Promise<GatewayInUse[]> =>
  db.rows(
    `select gateway, sum(open)::int as open, sum(refundable)::int as refundable
     from (
       select gateway, count(*) as open, 0 as refundable
       from payment_attempts
       where status in ('created', 'open', 'processing') and gateway <> all ($1)
       group by gateway
       union all
       select source, 0, count(*)
       from receipts
       where source <> all ($1) and source <> 'bank' and received_at > $2::timestamptz - ${REFUNDABLE}
       group by source
     ) found
     group by gateway
     order by gateway`,
    [configured, now],
  );
