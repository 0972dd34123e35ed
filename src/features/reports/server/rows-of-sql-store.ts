import type { Queryable } from '#platform/db/db.ts';
import type { ListRow, PageRequest } from './figure-lists-store.ts';

export interface Sql {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The statement selects the columns of `ListRow`, in any order. Newest first. */
export const rowsOf = (db: Queryable, { sql, values }: Sql, { after, limit }: PageRequest): Promise<ListRow[]> =>
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

/** The statement selects the columns of `ListRow`. */
export const sumOf = async (db: Queryable, { sql, values }: Sql): Promise<RowsSum> =>
  (await db.row<RowsSum>(
    `select count(*) as count, coalesce(sum(tickets), 0)::bigint as tickets, coalesce(sum(amount), 0)::bigint as amount
     from (${sql}) listed`,
    [...values],
  ))!;

export interface SpanSum extends RowsSum {
  /** The beginning of the span. */
  day: Date;
}

/**
 * The statement selects day, count, tickets and amount, with any number of rows for a span. Spans without rows are
 * absent.
 */
export const sumsBySpan = (db: Queryable, { sql, values }: Sql): Promise<SpanSum[]> =>
  db.rows(
    `select day, sum(count)::bigint as count, sum(tickets)::bigint as tickets, sum(amount)::bigint as amount
     from (${sql}) figure
     group by day`,
    [...values],
  );
