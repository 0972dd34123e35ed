import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, isDescending, sortOrUsual, usualSort } from '../domain/list-sort.ts';
import type { RefundFilter, RefundViewName } from '../domain/refund-filter.ts';
import { type Counted, countedOf, countLimit, type FoundText, foundCondition, inOrder } from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedRefund {
  id: number;
  /** When it was requested, or made by the operator. */
  at: Date;
  code: string;
  order: string;
  customerName: string;
  status: RefundStatus;
  total: number;
  toCard: boolean;
  isPlan: boolean;
  isByOperator: boolean;
  isRefused: boolean;
  /** Accepted, and something goes by bank although no account is known. */
  needsAccount: boolean;
  /** Its order has a problem, such as a chargeback. */
  hasOrderProblem: boolean;
  /** The file for the bank that contains it. */
  file: string | null;
  completedAt: Date | null;
}

export interface RefundsQuery {
  readonly filter: RefundFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  readonly sort: ChosenSort<'/money/refunds'>;
  readonly after: After | null;
  readonly limit: number;
}

const VIEWS: Record<RefundViewName, string> = {
  to_decide: `f.status = 'active'`,
  being_paid: `f.status = 'processing'`,
  problem: `f.status = 'problem'`,
  paid: `f.status = 'processed'`,
  not_refunded: `f.status = 'cancelled'`,
  all: 'true',
};

const COLUMNS = { at: 'f.created_at', id: 'f.id' };

const DAY_MS = 24 * 60 * 60_000;

function conditionOf({ filter, found }: Pick<RefundsQuery, 'filter' | 'found'>, now: Date) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = [VIEWS[filter.view]];
  if (filter.way !== null) parts.push(filter.way === 'card' ? 'f.to_card' : 'not f.to_card');
  if (filter.olderThanDays !== null)
    parts.push(`f.created_at <= ${parameter(new Date(now.getTime() - filter.olderThanDays * DAY_MS))}`);
  if (filter.from !== null) parts.push(`f.created_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`f.created_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'f.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values };
}

export function listRefunds(db: Queryable, query: RefundsQuery, now: Date): Promise<ListedRefund[]> {
  const { sql, values } = conditionOf(query, now);
  const descends = isDescending(sortOrUsual('/money/refunds', query.filter.view, query.sort));
  const { where, by, values: last } = pageOrder(COLUMNS, descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedRefund>(
    `select f.id, f.created_at as at, f.code, o.code as order, o.customer_name as "customerName", f.status, f.total,
       f.to_card as "toCard", f.is_whole_plan as "isPlan", f.by_operator as "isByOperator", f.is_refused as "isRefused",
       f.status in ('processing', 'problem') and f.bank_sealed is null and exists (
         select from refund_movements m
         where m.refund_id = f.id and (m.status = 'failed' or (m.status = 'pending' and m.gateway is null))
       ) as "needsAccount",
       o.payment_status = 'problem' as "hasOrderProblem", f.exported_in as file, f.completed_at as "completedAt"
     from refunds f join orders o on o.id = f.order_id
     where ${sql} ${where}
     order by ${by}
     limit $${all.length}`,
    all,
  );
}

/** How many match, and what those that were counted pay back. */
export async function countRefunds(
  db: Queryable,
  query: Pick<RefundsQuery, 'filter' | 'found'>,
  now: Date,
  max: number = MAX_COUNTED,
): Promise<Counted & { total: number }> {
  const { sql, values } = conditionOf(query, now);
  const limit = countLimit(query.found, max);
  const { by } = pageOrder(COLUMNS, isDescending(usualSort('/money/refunds', query.filter.view)), null, 0);
  const { count, total } = (await db.row<{ count: number; total: number }>(
    `select count(*) as count, coalesce(sum(total), 0)::bigint as total
     from (select f.total from refunds f where ${sql} ${inOrder(query.found, by)} limit ${limit + 1}) as matching`,
    values,
  ))!;
  return { ...countedOf(count, limit), total };
}
