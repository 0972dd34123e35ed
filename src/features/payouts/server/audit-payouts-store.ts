import type { Queryable } from '#platform/db/db.ts';

interface Finding {
  readonly subject: string;
  readonly finding: string;
}

/** Compares every payout with its bookings. */
export const auditPayouts = (db: Queryable): Promise<Finding[]> =>
  db.rows(
    `with booked as (
       select t.movement as payout_id, g.gateway,
         coalesce(sum(e.amount) filter (where e.account = 'bank'), 0) as bank,
         coalesce(sum(e.amount) filter (where e.account = 'gateway_fees'), 0) as fees,
         coalesce(sum(e.amount) filter (where e.account = 'gateway:' || g.gateway), 0) as owed
       from ledger_transactions t
         join ledger_entries e on e.transaction_id = t.id
         cross join lateral (select split_part(t.key, ':', 2) as gateway) g
       where t.kind in ('payout', 'payout_failed')
       group by 1, 2
     )
     select coalesce(p.gateway || ' ' || p.payout_id, b.gateway || ' ' || b.payout_id) as subject,
       'The payout differs from its bookings: ' || coalesce(p.amount, 0) || ' ' || coalesce(p.state, 'unknown')
         || ', booked ' || coalesce(b.bank, 0) || ' at the bank, ' || coalesce(b.fees, 0) || ' as fees' as finding
     from payouts p full join booked b on b.gateway = p.gateway and b.payout_id = p.payout_id
     where p.id is null
       or (p.is_booked and p.state = 'failed')
       or coalesce(b.bank, 0) <> case when p.is_booked then p.amount else 0 end
       or coalesce(b.fees, 0) <> case when p.is_booked then coalesce(-p.fees, 0) else 0 end
       or coalesce(b.owed, 0) <> case when p.is_booked then coalesce(p.fees, 0) - p.amount else 0 end
     order by 1`,
  );

/** Providers that have paid out more than the ledger has there, by how much. */
export const overpaidGateways = (db: Queryable): Promise<{ gateway: string; amount: number }[]> =>
  db.rows(
    `select substr(e.account, length('gateway:') + 1) as gateway, -sum(e.amount)::bigint as amount
     from ledger_entries e
     where e.account in (select distinct 'gateway:' || gateway from payouts)
     group by e.account
     having sum(e.amount) < 0
     order by 1`,
  );
