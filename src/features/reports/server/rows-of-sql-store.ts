import type { Queryable } from '#platform/db/db.ts';
import type { ListRow, PageRequest } from './figure-lists-store.ts';

/** Selects the columns of `ListRow`, in any order. */
export interface RowsSql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Newest first. */
export const rowsOf = (db: Queryable, { sql, values }: RowsSql, { after, limit }: PageRequest): Promise<ListRow[]> =>
  db.rows(
    `select * from (${sql}) listed
     where $${values.length + 1}::timestamptz is null or (at, key) < ($${values.length + 1}, $${values.length + 2})
     order by at desc, key desc
     limit $${values.length + 3}`,
    [...values, after?.at ?? null, after?.key ?? null, limit],
  );

export interface RowsSum {
  count: number;
  tickets: number;
  amount: number;
}

export const sumOf = async (db: Queryable, { sql, values }: RowsSql): Promise<RowsSum> =>
  (await db.row<RowsSum>(
    `select count(*) as count, coalesce(sum(tickets), 0)::bigint as tickets, coalesce(sum(amount), 0)::bigint as amount
     from (${sql}) listed`,
    [...values],
  ))!;
