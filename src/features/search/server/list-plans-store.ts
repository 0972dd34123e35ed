import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { PaymentStatus } from '#features/orders/domain/payment-status.ts';
import { OVERDUE_PAYMENT } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, isDescending, sortOrUsual, usualSort } from '../domain/list-sort.ts';
import type { PlanFilter, PlanViewName } from '../domain/plan-filter.ts';
import { type Counted, countedOf, countLimit, type FoundText, foundCondition, inOrder } from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedInstalment {
  id: number;
  /** When it is due. */
  at: Date;
  reference: string;
  order: string;
  customerName: string;
  customerEmail: string;
  method: PaymentMethod;
  status: PaymentStatus;
  isOverdue: boolean;
  /** The attempts to charge a card so far. */
  attempts: number;
  amount: number;
  paid: number;
  paidAt: Date | null;
}

export interface PlansQuery {
  readonly filter: PlanFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  /** Instalments that were due before this moment are overdue. */
  readonly overdueBefore: Date;
  readonly sort: ChosenSort<'/money/plans'>;
  readonly after: After | null;
  readonly limit: number;
}

/** Open instalments of an active plan, including those whose money waits for a decision. */
const OPEN = `p.status in ('pending', 'processing', 'partial', 'problem')
  and o.payment_status = 'partial' and not o.stock_released`;

/** `$1` is `overdueBefore`. */
const VIEWS: Record<PlanViewName, string> = {
  open: OPEN,
  overdue: `${OPEN} and ${OVERDUE_PAYMENT}`,
  paid: `p.status = 'paid'`,
  ended: `p.status = 'cancelled'`,
  all: 'true',
};

const COLUMNS = { at: 'p.due_at', id: 'p.id' };

function conditionOf({ filter, found, overdueBefore }: Omit<PlansQuery, 'sort' | 'after' | 'limit'>) {
  const values: unknown[] = [overdueBefore];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = ['$1::timestamptz is not null and p.of_plan', VIEWS[filter.view]];
  if (filter.method !== null) parts.push(`o.payment_method = ${parameter(filter.method)}`);
  if (filter.from !== null) parts.push(`p.due_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`p.due_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'p.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values };
}

export function listInstalments(db: Queryable, query: PlansQuery): Promise<ListedInstalment[]> {
  const { sql, values } = conditionOf(query);
  const descends = isDescending(sortOrUsual('/money/plans', query.filter.view, query.sort));
  const { where, by, values: last } = pageOrder(COLUMNS, descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedInstalment>(
    `select p.id, p.due_at as at, p.reference, o.code as order, o.customer_name as "customerName",
       o.customer_email as "customerEmail", o.payment_method as method, p.status, p.attempts, p.amount,
       p.paid_amount as paid, p.paid_at as "paidAt", ${VIEWS.overdue} as "isOverdue"
     from payments p join orders o on o.id = p.order_id
     where ${sql} ${where}
     order by ${by}
     limit $${all.length}`,
    all,
  );
}

/** How many match, and the sums of those that were counted. */
export async function countInstalments(
  db: Queryable,
  query: Omit<PlansQuery, 'sort' | 'after' | 'limit'>,
  max: number = MAX_COUNTED,
): Promise<Counted & { amount: number; paid: number }> {
  const { sql, values } = conditionOf(query);
  const limit = countLimit(query.found, max);
  const { by } = pageOrder(COLUMNS, isDescending(usualSort('/money/plans', query.filter.view)), null, 0);
  const { count, ...sums } = (await db.row<{ count: number; amount: number; paid: number }>(
    `select count(*) as count, coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(paid_amount), 0)::bigint as paid
     from (
       select p.amount, p.paid_amount
       from payments p ${sql.includes('o.') ? 'join orders o on o.id = p.order_id' : ''}
       where ${sql}
       ${inOrder(query.found, by)}
       limit ${limit + 1}
     ) as matching`,
    values,
  ))!;
  return { ...countedOf(count, limit), ...sums };
}
