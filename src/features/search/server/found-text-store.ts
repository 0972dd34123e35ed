import type { Queryable } from '#platform/db/db.ts';
import type { SearchMeaning } from '../domain/search-meaning.ts';
import { PAGE } from './list-limits.ts';
import { type TextMatches, valueIn } from './order-matches-store.ts';

/** What the text of a list's filter finds. */
export type FoundText =
  /** `ids` is a PostgreSQL array. */
  | { readonly kind: 'few'; readonly ids: string }
  /**
   * Too many ids to read: the rows are tested one by one in the order of the list until a page is full. The more rows
   * match, the sooner that is.
   */
  | {
      readonly kind: 'many';
      readonly matches: TextMatches;
      readonly meanings: readonly SearchMeaning[];
      /** At least this many rows are found by the text alone. */
      readonly atLeast: number;
    };

/**
 * Above this number, testing the rows in the order of the list is faster than reading all ids. At this number, both
 * take about 50 ms with a million orders.
 */
const MAX_FOUND = 5_000;

/** Finds the rows of a list that a text may mean. More than `max` rows are `many`. */
export async function findText(
  db: Queryable,
  matches: TextMatches,
  meanings: readonly SearchMeaning[],
  max: number = MAX_FOUND,
): Promise<FoundText> {
  const idsBy = (select: TextMatches['rows']) =>
    meanings.flatMap((meaning, index) => select(meaning, `$${index + 1}`) ?? []).join(' union all ') ||
    'select null::bigint where false';
  const maxRows = matches.times * max;
  const read = (await db.row<{ isMany: boolean; atLeast: number; ids: string | null }>(
    `with own as materialized (select id from (${idsBy(matches.rows)}) as found (id) limit ${maxRows + 1}),
       bought as materialized (select id from (${idsBy(matches.orders)}) as found (id) limit ${max + 1}),
       size as materialized (
         select (select count(*) from own) > ${maxRows} or (select count(*) from bought) > ${max} as is_many)
     select is_many as "isMany", (select count(distinct id) from own) as "atLeast",
       case when not is_many then (
         select array_agg(id)::text from (select id from own union ${matches.rowsOfOrders}) as found) end as ids
     from size`,
    meanings.map(valueIn),
  ))!;
  return read.isMany
    ? { kind: 'many', matches, meanings, atLeast: read.atLeast }
    : { kind: 'few', ids: read.ids ?? '{}' };
}

/** The condition that the text finds the row with this id. Placeholders are numbered from `place`. */
export function foundCondition(found: FoundText, id: string, place: number): { sql: string; values: unknown[] } {
  if (found.kind === 'few') return { sql: `${id} in (select unnest($${place}::bigint[]))`, values: [found.ids] };
  const each = found.meanings.map((meaning, index) => found.matches.isFound(meaning, `$${place + index}`));
  return { sql: `(${each.join(' or ')})`, values: found.meanings.map(valueIn) };
}

/** The number of matching rows. If `hasMore`, there are more than `count`. */
export interface Counted {
  readonly count: number;
  readonly hasMore: boolean;
}

/** The number to count up to: no more than a page if rows are tested one by one. */
export const countLimit = (found: FoundText | null, max: number): number =>
  found?.kind === 'many' ? Math.min(max, PAGE) : max;

/** Rows are counted up to one more than `max`. */
export const countedOf = (count: number, max: number): Counted => ({
  count: Math.min(count, max),
  hasMore: count > max,
});

/**
 * If rows are tested one by one, they are counted in the list's order: in another order, all matches could come last.
 */
export const inOrder = (found: FoundText | null, order: string): string =>
  found?.kind === 'many' ? `order by ${order}` : '';

/** The count that is known without another query, if the text is the list's only filter. */
export const knownCount = (found: FoundText | null, max: number): Counted | null =>
  found?.kind === 'many' && found.atLeast > MAX_FOUND ? { count: Math.min(MAX_FOUND, max), hasMore: true } : null;
