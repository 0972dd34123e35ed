import type { Queryable } from '#platform/db/db.ts';
import { type ChosenSort, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import type { PeopleFilter } from '../domain/people-filter.ts';
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
import { orderById } from './list-order-store.ts';

export interface ListedPerson {
  id: number;
  name: string;
  email: string;
  country: string | null;
  createdAt: Date;
  orders: number;
  lastOrderAt: Date | null;
  /** What was paid, less what was refunded. */
  paid: number;
}

export interface PeopleQuery {
  readonly filter: PeopleFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  /** The last person of the previous page. */
  readonly after: number | null;
  readonly sort: ChosenSort<'/people'>;
  readonly limit: number;
}

/** The condition of a filter. Erased people are not listed. */
function conditionOf({ filter, found }: Pick<PeopleQuery, 'filter' | 'found'>) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = [`c.email <> ''`];
  if (filter.from !== null) parts.push(`c.created_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`c.created_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'c.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values, isTextAlone: parts.length === 2 };
}

/** Ids rise in the order in which accounts were created. */
export function listPeople(db: Queryable, query: PeopleQuery): Promise<ListedPerson[]> {
  const { sql, values } = conditionOf(query);
  const descends = isDescending(sortOrUsual('/people', 'all', query.sort));
  const { where, by, values: last } = orderById('c.id', descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedPerson>(
    `select c.id, c.full_name as name, c.email, c.country, c.created_at as "createdAt", bought.*
     from (
       select * from customers c
       where ${sql} ${where}
       order by ${by}
       limit $${all.length}
     ) c cross join lateral (
       select count(*) as orders, max(o.created_at) as "lastOrderAt",
         coalesce(sum(o.total_paid - o.total_refunded), 0)::bigint as paid
       from orders o where o.customer_id = c.id
     ) bought
     order by ${by}`,
    all,
  );
}

/** How many match. */
export async function countPeople(
  db: Queryable,
  query: Pick<PeopleQuery, 'filter' | 'found'>,
  max: number = MAX_COUNTED,
): Promise<Counted> {
  const { sql, values, isTextAlone } = conditionOf(query);
  const known = isTextAlone ? knownCount(query.found, max) : null;
  if (known) return known;
  const limit = countLimit(query.found, max);
  const matching = await db.row<{ count: number }>(
    `select count(*) as count
     from (select from customers c where ${sql} ${inOrder(query.found, 'c.id desc')} limit ${limit + 1}) as matching`,
    values,
  );
  return countedOf(matching!.count, limit);
}

/** The person's name, or else email address; null if the person is unknown or was erased. */
export const nameOfPerson = async (db: Queryable, id: number): Promise<string | null> =>
  (
    await db.row<{ name: string }>(
      `select coalesce(nullif(full_name, ''), email) as name from customers where id = $1 and email <> ''`,
      [id],
    )
  )?.name ?? null;
