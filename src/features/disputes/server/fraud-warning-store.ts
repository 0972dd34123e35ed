import type { Queryable } from '#platform/db/db.ts';

interface FraudWarning {
  readonly gateway: string;
  readonly warningId: string;
  readonly transaction: string;
  readonly reason: string;
}

/** Returns false if the warning is known already. */
export const insertFraudWarning = async (db: Queryable, warning: FraudWarning, now: Date): Promise<boolean> =>
  (await db.run(
    `insert into fraud_warnings (gateway, warning_id, transaction, reason, told_at)
     values ($1, $2, $3, $4, $5)
     on conflict (gateway, warning_id) do nothing`,
    [warning.gateway, warning.warningId, warning.transaction, warning.reason, now],
  )) > 0;

/** Notes that a person keeps the money. Returns undefined if the warning is unknown or settled already. */
export const noteWarningSettled = (
  db: Queryable,
  warningId: string,
  now: Date,
): Promise<{ gateway: string; transaction: string } | undefined> =>
  db.row(
    `update fraud_warnings set settled_at = $2
     where warning_id = $1 and settled_at is null
     returning gateway, transaction`,
    [warningId, now],
  );

export type WarningState = 'open' | 'refunded' | 'disputed' | 'settled' | 'not_ours';

export interface ListedWarning extends FraudWarning {
  readonly orderCode: string | null;
  readonly reportedAt: Date;
  /** The part of its payment that was not refunded, in minor units; null if the payment is not the shop's. */
  readonly left: number | null;
  readonly currency: string | null;
  readonly state: WarningState;
}

/**
 * Newest last. A warning is over once it is settled, its payment is disputed, or its money went back or is going back
 * to the card; `all` includes these, and warnings about payments that the shop does not know.
 */
export const listFraudWarnings = (
  db: Queryable,
  { all, limit }: { readonly all: boolean; readonly limit: number },
): Promise<ListedWarning[]> =>
  db.rows(
    `with listed as (
       select w.id, w.gateway, w.warning_id as "warningId", w.transaction, w.reason, w.told_at as "reportedAt",
         o.code as "orderCode", r.currency, (booked.kept - moved.gone)::bigint as left,
         case
           when r.id is null then 'not_ours'
           when exists (
             select from disputes d where d.gateway = w.gateway and d.transaction = w.transaction
           ) then 'disputed'
           when booked.kept - moved.gone <= 0 then 'refunded'
           when w.settled_at is not null then 'settled'
           else 'open'
         end as state
       from fraud_warnings w
         left join receipts r on r.source = w.gateway and r.transaction = w.transaction
         left join orders o on o.id = r.order_id
         left join lateral (
           select coalesce(sum(e.amount), 0) as kept
           from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
           where t.receipt_id = r.id and e.account like 'gateway:%'
         ) booked on true
         left join lateral (
           -- Money that went back without a refund is booked against its receipt.
           select coalesce(sum(m.amount), 0) as gone
           from refund_movements m
           where m.receipt_id = r.id and (m.status = 'pending' or (m.status = 'done' and m.refund_id is not null))
         ) moved on true
       where ${all ? 'true' : 'w.settled_at is null'}
     )
     select gateway, "warningId", transaction, reason, "reportedAt", "orderCode", currency, "left", state
     from listed
     where ${all ? 'true' : `state = 'open'`}
     order by id
     limit $1`,
    [limit],
  );
