import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { searchMeanings } from '../domain/search-meaning.ts';
import { type Counted, type FoundText, findText } from './found-text-store.ts';
import { MAX_IN_TAB, PAGE, UNLIMITED } from './list-limits.ts';
import type { TextMatches } from './order-matches-store.ts';

export interface ListParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

interface FoundBefore {
  readonly text: string;
  readonly matches: TextMatches;
  readonly found: Promise<FoundText>;
}

const foundBefore = new WeakMap<Queryable, FoundBefore[]>();

/**
 * Finds what the text of a list's filter may mean; null without a text. A transaction looks a text up once, because all
 * tabs of a list have the same text.
 */
export async function foundOf(
  tx: Queryable,
  text: string,
  shop: Shop,
  matches: TextMatches,
): Promise<FoundText | null> {
  if (text === '') return null;
  const before = foundBefore.get(tx) ?? [];
  foundBefore.set(tx, before);
  const same = before.find((one) => one.text === text && one.matches === matches);
  if (same) return await same.found;
  const facts = { orderPrefix: shop.private.orderPrefix, money: shop.public };
  const found = findText(tx, matches, searchMeanings(text, facts));
  before.push({ text, matches, found });
  return await found;
}

/** A filter as the request has it, with moments as text. */
export type WireFilter<Filter> = Omit<Filter, 'from' | 'until'> & {
  readonly from?: string | null | undefined;
  readonly until?: string | null | undefined;
};

export const withMoments = <Filter extends object>(filter: Filter & WireFilter<object>) => ({
  ...filter,
  from: momentOf(filter.from),
  until: momentOf(filter.until),
});

export const momentOf = (instant: string | null | undefined): Date | null => (instant ? new Date(instant) : null);

/** The last row of the previous page, in lists sorted by time. */
export interface After {
  readonly at: Date;
  readonly id: number;
  /** Used by lists that can be sorted by amount; 0 in others. */
  readonly amount: number;
}

/** Stored times have no fractions of a millisecond, so the text is exact. */
export const afterText = ({ at, id, amount = 0 }: Omit<After, 'amount'> & { readonly amount?: number }): string =>
  `${at.getTime()}.${id}.${amount}`;

/** Null for a text that `afterText` did not write. The previous release wrote no amount. */
export function readAfter(text: string | null): After | null {
  const [at, id, amount = 0] = (text ?? '').split('.').map(Number);
  const isRead = [at, id, amount].every(Number.isSafeInteger);
  return isRead ? { at: new Date(at!), id: id!, amount } : null;
}

/** How an export writes the place of its last row, and reads it for the next part. */
export interface Place<Row, At> {
  readonly text: (row: Row) => string;
  readonly read: (text: string | null) => At | null;
}

/** For lists by time, whose rows have an amount if they can be sorted by it. */
export const placeByTime: Place<Parameters<typeof afterText>[0], After> = { text: afterText, read: readAfter };

/** For lists in the order of their ids. */
export const placeById: Place<{ readonly id: number }, number> = {
  text: ({ id }) => String(id),
  read: (text) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null),
};

/** Expects one row more than a page has if there are more. */
export function pageOf<Row extends { id: number }>(rows: readonly Row[]): { shown: readonly Row[]; next: Row | null } {
  const shown = rows.slice(0, PAGE);
  return { shown, next: rows.length > PAGE ? shown.at(-1)! : null };
}

export const countOnWire = ({ count, hasMore }: Counted) => ({ count, has_more: hasMore });

/**
 * Counts what each of several filters finds, one after another on the connection of the call: up to the number that the
 * tab of a view can show, or `all`.
 */
export async function countsOf<Filter>(
  { filters, all }: { readonly filters: readonly Filter[]; readonly all: boolean },
  count: (filter: Filter, max: number) => Promise<Counted>,
): Promise<{ counts: { count: number; has_more: boolean }[] }> {
  const counts = [];
  for (const filter of filters) counts.push(countOnWire(await count(filter, all ? UNLIMITED : MAX_IN_TAB)));
  return { counts };
}
