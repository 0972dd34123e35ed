import type { Queryable } from '#platform/db/db.ts';

interface Finding {
  readonly subject: string;
  readonly finding: string;
}

/** The ledger's key of a payout, as `bookPayout` makes it. */
const keyOf = (payout: string) => `'payout:' || ${payout}.gateway || ':' || ${payout}.payout_id`;

/** Compares every payout with its bookings. */
export const auditPayouts = (db: Queryable): Promise<Finding[]> =>
  db.rows(
    `with booked as (
       select known.id as payout, case when known.id is null then t.key end as stray_key,
         coalesce(sum(e.amount) filter (where e.account = 'bank'), 0) as bank,
         coalesce(sum(e.amount) filter (where e.account = 'gateway_fees'), 0) as fees,
         coalesce(sum(e.amount) filter (where e.account = 'gateway:' || known.gateway), 0) as owed
       from ledger_transactions t
         join ledger_entries e on e.transaction_id = t.id
         left join payouts known on known.payout_id = t.movement
           and t.key in (${keyOf('known')}, ${keyOf('known')} || ':failed')
       where t.kind in ('payout', 'payout_failed')
       group by 1, 2
     )
     select coalesce(p.gateway || ' ' || p.payout_id, b.stray_key) as subject,
       'The payout differs from its bookings: ' || coalesce(p.amount, 0) || ' ' || coalesce(p.state, 'unknown')
         || ', booked ' || coalesce(b.bank, 0) || ' at the bank, ' || coalesce(b.fees, 0) || ' as fees' as finding
     from payouts p full join booked b on b.payout = p.id
     where p.id is null
       or (p.is_booked and p.state = 'failed')
       or coalesce(b.bank, 0) <> case when p.is_booked then p.amount else 0 end
       or coalesce(b.fees, 0) <> case when p.is_booked then coalesce(-p.fees, 0) else 0 end
       or coalesce(b.owed, 0) <> case when p.is_booked then coalesce(p.fees, 0) - p.amount else 0 end
     order by 1`,
  );

/** Returns providers that have paid out more than their balance in the ledger, and by how much. */
export const overpaidGateways = (db: Queryable): Promise<{ gateway: string; amount: number }[]> =>
  db.rows(
    `select paying.gateway, -sum(e.amount)::bigint as amount
     from (select distinct gateway from payouts) paying
       join ledger_entries e on e.account = 'gateway:' || paying.gateway
     group by paying.gateway
     having sum(e.amount) < 0
     order by 1`,
  );
