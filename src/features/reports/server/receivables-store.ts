import { OVERDUE_PAYMENT } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { PROBLEM, type ReceivableGroup } from '../domain/receivable-groups.ts';
import type { Sql } from './rows-of-sql-store.ts';

interface Present {
  readonly now: Date;
  readonly overdueBefore: Date;
  readonly timezone: string;
}

/** What the customer owes for an order, according to the ledger. */
const OWED = `(
    select coalesce(sum(e.amount), 0)::bigint
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.order_id = o.id and e.account = 'customer'
  )`;

/** `$1` is `overdueBefore`, `$2` the shop's zone, `$3` the present. */
const KEYS: Record<ReceivableGroup, string> = {
  age: `case when p.status = 'problem' then '${PROBLEM}'
    when not ${OVERDUE_PAYMENT} then 'not_overdue'
    when p.due_at > $3::timestamptz - interval '8 days' then '1-7'
    when p.due_at > $3::timestamptz - interval '15 days' then '8-14'
    when p.due_at > $3::timestamptz - interval '31 days' then '15-30'
    else 'over-30' end`,
  month: `to_char(p.due_at at time zone $2, 'YYYY-MM-01')`,
};

/**
 * Open payments of orders that have been partly paid, and what orders with a problem owe. Other orders that still have
 * to be paid have no sale in the ledger.
 */
const openAmounts = (by: ReceivableGroup): string => `
  select ${KEYS[by]} as "group", p.id as key, p.due_at as at, o.code as order, o.customer_name as "customerName",
    p.reference as what, 0 as tickets, p.amount - p.paid_amount as amount
  from orders o join payments p on p.order_id = o.id
  where o.payment_status = 'partial' and not o.stock_released
    and p.status in ('pending', 'processing', 'partial', 'problem') and $1::timestamptz is not null
    and $2::text is not null and $3::timestamptz is not null
  union all
  select '${PROBLEM}', o.id, o.created_at, o.code, o.customer_name, o.code, 0, owed.amount
  from orders o cross join lateral (select ${OWED} as amount) owed
  where o.payment_status = 'problem' and owed.amount > 0`;

export const receivablesIn = (
  db: Queryable,
  by: ReceivableGroup,
  { now, overdueBefore, timezone }: Present,
): Promise<{ key: string; parts: number; amount: number }[]> =>
  db.rows(
    `select "group" as key, count(*) as parts, sum(amount)::bigint as amount
     from (${openAmounts(by)}) open
     group by "group"
     order by "group"`,
    [overdueBefore, timezone, now],
  );

/** `group` is null for all of them. */
export const receivableRows = (
  by: ReceivableGroup,
  group: string | null,
  { now, overdueBefore, timezone }: Present,
): Sql => ({
  sql: `select key, at, "order", "customerName", what, tickets, amount
    from (${openAmounts(by)}) open
    where $4::text is null or "group" = $4`,
  values: [overdueBefore, timezone, now, group],
});

/** What customers owe, according to the ledger. */
export const owedByCustomers = async (db: Queryable): Promise<number> =>
  (await db.row<{ amount: number }>(
    `select coalesce(sum(owed.amount), 0)::bigint as amount
     from orders o cross join lateral (select ${OWED} as amount) owed
     where o.payment_status in ('partial', 'problem') and owed.amount > 0`,
  ))!.amount;
