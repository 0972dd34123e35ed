import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { type BoughtItem, boughtItems, OVERDUE_PAYMENT } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, columnOf, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import type { OrderFilter, OrderViewName } from '../domain/order-filter.ts';
import {
  type Counted,
  countedOf,
  countLimit,
  type FoundText,
  foundCondition,
  inOrder,
  knownCount,
} from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedOrder {
  id: number;
  code: string;
  createdAt: Date;
  status: OrderStatus;
  /** Chosen when the order was placed. */
  method: PaymentMethod;
  /** How its money came in: `bank`, or gateways' names. */
  sources: string[];
  channel: string;
  customerName: string;
  customerEmail: string;
  total: number;
  paid: number;
  /** What was paid out in refunds. */
  refunded: number;
  /** When its next transfer or instalment is due; null if it waits for none. */
  dueAt: Date | null;
  isOverdue: boolean;
  areTermsOpen: boolean;
  items: BoughtItem[];
}

export interface Matching extends Counted {
  /** Like `paid`, a sum over the orders that were counted. */
  total: number;
  paid: number;
}

const LIVE = `o.payment_status in ('pending', 'processing', 'partial', 'paid', 'problem')`;
const TERMS_OPEN = `o.terms_accepted_at is null and ${LIVE}`;
/** `$1` is `overdueBefore`. */
const OVERDUE = `o.payment_status = 'partial' and exists (
  select from payments p
  where p.order_id = o.id and ${OVERDUE_PAYMENT})`;

/** A first payment by card is due at once, so its day says nothing. */
const DUE_AT = `case when o.payment_status = 'partial' or o.payment_status = 'pending' and o.payment_method = 'bank_transfer'
  then (select min(p.due_at) from payments p where p.order_id = o.id and p.status in ('pending', 'partial')) end`;

const SOURCES = `array(
  select distinct r.source
  from payments p join receipt_shares s on s.payment_id = p.id join receipts r on r.id = s.receipt_id
  where p.order_id = o.id
  order by r.source)`;

/** An instalment can have a problem, such as a wrong amount, while its order stays partially paid. */
const PROBLEM = `o.id in (
  select id from orders where payment_status = 'problem'
  union select order_id from payments where status = 'problem')`;

const VIEWS: Record<OrderViewName, string> = {
  all: LIVE,
  waiting: `o.payment_status in ('pending', 'processing')`,
  overdue: OVERDUE,
  terms_open: TERMS_OPEN,
  problem: PROBLEM,
};

/** The condition of a filter. A search by text finds orders in every state. */
function conditionOf({ filter, found, item, overdueBefore }: OrdersMatch): {
  sql: string;
  values: unknown[];
  isTextAlone: boolean;
} {
  const values: unknown[] = [overdueBefore];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = ['$1::timestamptz is not null'];
  if (filter.status !== null) parts.push(`o.payment_status = ${parameter(filter.status)}`);
  else if (filter.view !== 'all' || (filter.text === '' && filter.customer === null)) parts.push(VIEWS[filter.view]);
  if (filter.method !== null) parts.push(`o.payment_method = ${parameter(filter.method)}`);
  if (filter.customer !== null) parts.push(`o.customer_id = ${parameter(filter.customer)}`);
  if (filter.from !== null) parts.push(`o.created_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`o.created_at < ${parameter(filter.until)}`);
  // Compares with the id itself, because then the planner knows how many lines an item has.
  if (item !== null) parts.push(`o.id in (select order_id from order_lines where item_id = ${parameter(item)})`);
  if (found) {
    const text = foundCondition(found, 'o.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values, isTextAlone: parts.length === 2 };
}

export function listOrders(db: Queryable, query: OrdersQuery): Promise<ListedOrder[]> {
  const { sql, values } = conditionOf(query);
  const sort = sortOrUsual('/orders', query.filter.view, query.sort);
  const columns = { at: 'o.created_at', id: 'o.id' };
  const sorted = columnOf(sort) === 'total' ? { ...columns, amount: 'o.total_price' } : columns;
  const { where, by, values: last } = pageOrder(sorted, isDescending(sort), query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedOrder>(
    `select o.id, o.code, o.created_at as "createdAt", o.payment_status as status, o.payment_method as method,
       ${SOURCES} as sources, o.channel,
       o.customer_name as "customerName", o.customer_email as "customerEmail", o.total_price as total, o.total_paid as paid,
       o.total_refunded as refunded, ${DUE_AT} as "dueAt", ${OVERDUE} as "isOverdue", ${TERMS_OPEN} as "areTermsOpen",
       ${boughtItems('o.id')} as items
     from orders o
     where ${sql} ${where}
     order by ${by}
     limit $${all.length}`,
    all,
  );
}

/** Which orders a list has, without its sort and pages. */
export interface OrdersMatch {
  readonly filter: OrderFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  /** The id of the filter's item; 0 if it does not exist. */
  readonly item: number | null;
  /** Instalments that were due before this moment are overdue. */
  readonly overdueBefore: Date;
}

export interface OrdersQuery extends OrdersMatch {
  readonly sort: ChosenSort<'/orders'>;
  /** The last order of the previous page. */
  readonly after: After | null;
  readonly limit: number;
}

/** How many orders match, and their sums. */
export async function countOrders(db: Queryable, query: OrdersMatch, max: number = MAX_COUNTED): Promise<Matching> {
  const limit = countLimit(query.found, max);
  // Starts from the item instead of checking each order: all orders with the item could be among the last.
  const isOfItem = query.item !== null && query.found?.kind !== 'many';
  const { sql, values, isTextAlone } = conditionOf(isOfItem ? { ...query, item: null } : query);
  const known = isTextAlone && !isOfItem ? knownCount(query.found, max) : null;
  if (known) return { ...known, total: 0, paid: 0 };
  const ofItem = isOfItem
    ? `join (select distinct order_id from order_lines where item_id = $${values.push(query.item)}) as sold on sold.order_id = o.id`
    : '';
  const { count, ...sums } = (await db.row<{ count: number; total: number; paid: number }>(
    `select count(*) as count, coalesce(sum(total_price), 0)::bigint as total, coalesce(sum(total_paid), 0)::bigint as paid
     from (
       select o.total_price, o.total_paid from orders o ${ofItem}
       where ${sql} ${inOrder(query.found, 'o.created_at desc, o.id desc')}
       limit ${limit + 1}
     ) as matching`,
    values,
  ))!;
  return { ...countedOf(count, limit), ...sums };
}

/** Ids of the orders that match and were placed by `until`. */
export async function matchingOrders(db: Queryable, query: OrdersMatch, until: Date, limit: number): Promise<number[]> {
  const { sql, values } = conditionOf(query);
  const place = values.length;
  const rows = await db.rows<{ id: number }>(
    `select o.id from orders o where ${sql} and o.created_at <= $${place + 1} order by o.id limit $${place + 2}`,
    [...values, until, limit],
  );
  return rows.map(({ id }) => id);
}

export const ordersByCode = async (db: Queryable, codes: readonly string[]): Promise<number[]> =>
  (await db.rows<{ id: number }>('select id from orders where code = any($1)', [codes])).map(({ id }) => id);

/** Returns an item's id; 0, which no item has, for an unknown code. */
export async function itemIdOf(db: Queryable, code: string): Promise<number> {
  const item = await db.row<{ id: number }>('select id from shop_items where external_code = $1', [code]);
  return item?.id ?? 0;
}

/** Items for the filter: the chosen one first, then those on sale, then those no longer on sale. */
export const itemsToFilter = (db: Queryable, chosen: string | null): Promise<{ code: string; name: string }[]> =>
  db.rows(
    `select external_code as code, name from shop_items
     order by external_code is distinct from $1, not is_active, name
     limit 500`,
    [chosen],
  );
