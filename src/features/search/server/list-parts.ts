import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { type SearchWish, searchWishes } from '../domain/search-wish.ts';
import { MOST_COUNTED, PAGE } from './list-limits.ts';

export interface ListParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

/** What the text of a list's filter may mean. */
export const wishesOf = (text: string, shop: Shop): SearchWish[] =>
  searchWishes(text, { orderPrefix: shop.private.orderPrefix, currencyDigits: shop.public.currencyDigits });

/** The moment of a filter. */
export const momentOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

/** Rows are read one more than a page has, which says that there are more. */
export function pageOf<Row extends { id: number }>(rows: readonly Row[]): { shown: readonly Row[]; next: Row | null } {
  const shown = rows.slice(0, PAGE);
  return { shown, next: rows.length > PAGE ? shown.at(-1)! : null };
}

export const countOnWire = (count: number) => ({
  count: Math.min(count, MOST_COUNTED),
  is_more: count > MOST_COUNTED,
});
