import type { LiabilityKind } from '../domain/liability-kinds.ts';
import type { Sql } from './rows-of-sql-store.ts';

const COLUMNS = `o.code as order, o.customer_name as "customerName"`;

/** Money in suspense. Its receipt names the order it came for, if that is known. */
const suspended = (condition: string) => `
    select r.id as key, r.received_at as at, ${COLUMNS},
      'receipt ' || r.source || ' ' || coalesce(r.bank_reference, r.transaction) as what, 0 as tickets, owed.amount
    from (
      select t.receipt_id, -sum(e.amount)::bigint as amount
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'suspense'
      group by t.receipt_id
      having sum(e.amount) <> 0
    ) owed
      join receipts r on r.id = owed.receipt_id
      left join orders o on o.id = r.order_id
    where ${condition}`;

/** Paid on account: items that are not issued for good before the last payment. */
const paidInPart = (condition: string) => `
    select o.id as key, o.created_at as at, ${COLUMNS}, o.code as what, 0 as tickets,
      o.total_paid - o.total_refunded as amount
    from orders o
    where o.payment_status = 'partial' and not o.stock_released and o.total_paid > o.total_refunded and ${condition}`;

/** The rows of each kind, according to the ledger. What is owed is positive. */
const ROWS: Record<LiabilityKind, string> = {
  plans: paidInPart('o.has_payment_plan'),
  short: paidInPart('not o.has_payment_plan'),
  refunds: `select r.id as key, r.created_at as at, ${COLUMNS}, r.code as what, 0 as tickets, owed.amount
    from (
      select t.refund_id, -sum(e.amount)::bigint as amount
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'refunds_payable'
      group by t.refund_id
      having sum(e.amount) <> 0
    ) owed
      join refunds r on r.id = owed.refund_id
      join orders o on o.id = r.order_id`,
  unmatched: suspended('r.order_id is null'),
  uncounted: suspended('r.order_id is not null'),
  ended: `select o.id as key, o.created_at as at, ${COLUMNS}, o.code as what, 0 as tickets, owed.amount
    from orders o cross join lateral (
      select -coalesce(sum(e.amount), 0)::bigint as amount
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.order_id = o.id and e.account = 'customer'
    ) owed
    where o.stock_released and o.total_paid > 0 and owed.amount > 0`,
};

export const liabilityRows = (kind: LiabilityKind): Sql => ({ sql: ROWS[kind], values: [] });
