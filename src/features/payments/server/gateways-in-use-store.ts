import type { Queryable } from '#platform/db/db.ts';

/** Providers can refund a card payment for about a year. */
const REFUNDABLE = "interval '365 days'";

export interface GatewayInUse {
  readonly gateway: string;
  /** Attempts whose outcome is not known yet. */
  readonly open: number;
  /** Payments received in the last year. */
  readonly refundable: number;
  /** Cards whose buyers agreed to later charges. */
  readonly savedCards: number;
  readonly disputes: number;
}

/**
 * Gateways with open attempts, money that can go back, cards to charge or undecided disputes, except the configured
 * ones.
 */
export const otherGatewaysInUse = (db: Queryable, configured: readonly string[], now: Date): Promise<GatewayInUse[]> =>
  db.rows(
    `select gateway, sum(open)::int as open, sum(refundable)::int as refundable, sum(cards)::int as "savedCards",
       sum(disputes)::int as disputes
     from (
       select gateway, count(*) as open, 0 as refundable, 0 as cards, 0 as disputes
       from payment_attempts
       where status in ('created', 'open', 'processing') and gateway <> all ($1)
       group by gateway
       union all
       select source, 0, count(*), 0, 0
       from receipts
       where source <> all ($1) and source <> 'bank' and received_at > $2::timestamptz - ${REFUNDABLE}
       group by source
       union all
       select m.gateway, 0, 0, count(*), 0
       from saved_methods m join charge_consents c on c.id = m.consent_id
       where m.ended_at is null and c.ended_at is null and m.gateway <> all ($1)
       group by m.gateway
       union all
       select gateway, 0, 0, 0, count(*)
       from disputes
       where state in ('open', 'money_taken') and gateway <> all ($1)
       group by gateway
     ) found
     group by gateway
     order by gateway`,
    [configured, now],
  );
