import type { Queryable } from '#platform/db/db.ts';
import type { PeopleFilter } from '../domain/people-filter.ts';
import type { SearchMeaning } from '../domain/search-meaning.ts';
import { MOST_COUNTED } from './list-limits.ts';
import { customersOf } from './order-matches-store.ts';

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
  /** What the filter's text may mean. */
  readonly meanings: readonly SearchMeaning[];
  /** The last person of the page before. */
  readonly after: number | null;
  readonly most: number;
}

/** The condition of a filter. Erased people are not listed. */
function conditionOf({ filter, meanings }: Pick<PeopleQuery, 'filter' | 'meanings'>) {
  const values: unknown[] = [];
  const holding = (value: unknown) => `$${values.push(value)}`;
  const parts = [`c.email <> ''`];
  if (filter.from !== null) parts.push(`c.created_at >= ${holding(filter.from)}`);
  if (filter.until !== null) parts.push(`c.created_at < ${holding(filter.until)}`);
  if (filter.text !== '') {
    const found = customersOf(meanings, values.length + 1);
    values.push(...found.values);
    parts.push(meanings.length === 0 ? 'false' : `c.id in (${found.sql})`);
  }
  return { sql: parts.join(' and '), values };
}

/** Latest accounts first. */
export function listPeople(db: Queryable, query: PeopleQuery): Promise<ListedPerson[]> {
  const { sql, values } = conditionOf(query);
  const place = values.length;
  return db.rows<ListedPerson>(
    `select c.id, c.full_name as name, c.email, c.country, c.created_at as "createdAt", bought.*
     from customers c cross join lateral (
       select count(*) as orders, max(o.created_at) as "lastOrderAt",
         coalesce(sum(o.total_paid - o.total_refunded), 0)::bigint as paid
       from orders o where o.customer_id = c.id
     ) bought
     where ${sql} and ($${place + 1}::bigint is null or c.id < $${place + 1})
     order by c.id desc
     limit $${place + 2}`,
    [...values, query.after, query.most],
  );
}

/** How many match; no more than `MOST_COUNTED` are counted. */
export async function countPeople(
  db: Queryable,
  query: Pick<PeopleQuery, 'filter' | 'meanings'>,
  most: number = MOST_COUNTED,
): Promise<number> {
  const { sql, values } = conditionOf(query);
  const found = await db.row<{ count: number }>(
    `select count(*) as count from (select from customers c where ${sql} limit ${most + 1}) as matching`,
    values,
  );
  return found!.count;
}

/** The person's name, or the address if there is none; null if nobody has the id, or the data was erased. */
export const nameOfPerson = async (db: Queryable, id: number): Promise<string | null> =>
  (
    await db.row<{ name: string }>(
      `select coalesce(nullif(full_name, ''), email) as name from customers where id = $1 and email <> ''`,
      [id],
    )
  )?.name ?? null;
