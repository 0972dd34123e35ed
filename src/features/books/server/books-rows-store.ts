import type { Queryable } from '#platform/db/db.ts';
import type { MonthSpan } from './month-span.ts';

export interface JournalRow {
  transaction: number;
  at: Date;
  kind: string;
  account: string;
  taxBasisPoints: number | null;
  amount: number;
  order: string | null;
  refund: string | null;
  /** The bank's or gateway's number of the receipt. */
  receipt: string | null;
  /** `bank`, or the gateway of the receipt. */
  way: string | null;
  receivedAt: Date | null;
  movement: string | null;
}

/** All entries of the month, in the order in which they were booked. */
export const journalOf = (db: Queryable, { from, until }: MonthSpan): Promise<JournalRow[]> =>
  db.rows(
    `select t.id as transaction, t.booked_at as at, t.kind, e.account, e.tax_basis_points as "taxBasisPoints", e.amount,
       o.code as order, f.code as refund, r.transaction as receipt, r.source as way, r.received_at as "receivedAt",
       t.movement
     from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id
       left join orders o on o.id = t.order_id
       left join refunds f on f.id = t.refund_id
       left join receipts r on r.id = t.receipt_id
     where t.booked_at >= $1 and t.booked_at < $2
     order by t.booked_at, t.id, e.id`,
    [from, until],
  );

export interface BalanceRow {
  account: string;
  taxBasisPoints: number | null;
  opening: number;
  debit: number;
  credit: number;
}

/** Each account's balance at the beginning of the month, and the sums booked on it during the month. */
export const balancesOf = (db: Queryable, { from, until }: MonthSpan): Promise<BalanceRow[]> =>
  db.rows(
    `select e.account, e.tax_basis_points as "taxBasisPoints",
       coalesce(sum(e.amount) filter (where t.booked_at < $1), 0)::bigint as opening,
       coalesce(sum(e.amount) filter (where t.booked_at >= $1 and e.amount > 0), 0)::bigint as debit,
       coalesce(-sum(e.amount) filter (where t.booked_at >= $1 and e.amount < 0), 0)::bigint as credit
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.booked_at < $2
     group by e.account, e.tax_basis_points
     order by e.account collate "C", e.tax_basis_points`,
    [from, until],
  );

export interface OpenItemRow {
  account: string;
  /** Code of the order or refund, or the receipt's source and number. */
  item: string;
  amount: number;
}

/** Takes the end of the month as `$1`. */
const OPEN_ITEMS = `
  select account, item, sum(amount)::bigint as amount
  from (
    select e.account, e.amount,
      case e.account
        when 'customer' then o.code
        when 'refunds_payable' then f.code
        else r.source || ' ' || r.transaction
      end as item
    from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id
      left join orders o on o.id = t.order_id
      left join refunds f on f.id = t.refund_id
      left join receipts r on r.id = t.receipt_id
    where t.booked_at < $1
      and (e.account in ('customer', 'refunds_payable') or e.account = 'suspense' or e.account like 'suspense:%')
  ) entry
  group by account, item
  having sum(amount) <> 0`;

/** Items that were open at the end of the month: customers by order, refunds by refund, suspense by receipt. */
export const openItemsAt = (db: Queryable, until: Date): Promise<OpenItemRow[]> =>
  db.rows(`${OPEN_ITEMS} order by account collate "C", item collate "C"`, [until]);

/** A number of items and their sum. */
export interface Counted {
  count: number;
  amount: number;
}

/** The open items at the end of the month, counted: what customers owe is positive, what the shop owes is negative. */
export const openCountsAt = (
  db: Queryable,
  until: Date,
): Promise<(Counted & { kind: 'customer' | 'refunds_payable' | 'suspense' })[]> =>
  db.rows(
    `select split_part(account, ':', 1) as kind, count(*)::bigint as count, sum(amount)::bigint as amount
     from (${OPEN_ITEMS}) item
     group by split_part(account, ':', 1)`,
    [until],
  );

export interface MonthCounts {
  bookings: number;
  receipts: number;
  /** Money with a receipt, in less out. */
  received: number;
  refunds: number;
  refunded: number;
  invoices: number;
  creditNotes: number;
}

/** What the file of the month will contain, counted. */
export const countsOf = async (db: Queryable, { from, until }: MonthSpan): Promise<MonthCounts> =>
  (await db.row<MonthCounts>(
    `select count(distinct t.id)::bigint as bookings,
       count(distinct t.receipt_id) filter (where own.is_own)::bigint as receipts,
       coalesce(sum(e.amount) filter (where own.is_own and t.receipt_id is not null), 0)::bigint as received,
       count(distinct t.refund_id) filter (where own.is_paid)::bigint as refunds,
       coalesce(sum(e.amount) filter (where own.is_paid), 0)::bigint as refunded,
       (select count(*) from invoices where issued_at >= $1 and issued_at < $2 and series <> 'credit_note')::bigint
         as invoices,
       (select count(*) from invoices where issued_at >= $1 and issued_at < $2 and series = 'credit_note')::bigint
         as "creditNotes"
     from ledger_transactions t
       join ledger_entries e on e.transaction_id = t.id
       cross join lateral (
         select e.account = 'bank' or e.account like 'gateway:%' as is_own,
           e.account = 'refunds_payable' and e.amount > 0 as is_paid
       ) own
     where t.booked_at >= $1 and t.booked_at < $2`,
    [from, until],
  ))!;
