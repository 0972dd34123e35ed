import { hasPermission, type Permission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeContext } from '#features/staff/server/public.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import { spansToRead } from './day-figures-store.ts';
import type { ListRow, PageRequest } from './figure-lists-store.ts';
import type { DaysOfShop, Span } from './report-days.ts';
import { totalOf } from './report-parts.ts';
import { rowsOf, type Sql, sumsBySpan } from './rows-of-sql-store.ts';
import { inOrder, type SpansToRead } from './stored-spans.ts';

export const mayOf = (context: OfficeContext) => {
  const { roles } = callerOf(context).session;
  return (permission: Permission) => hasPermission(roles, permission);
};

/** One page of a list on the wire. Names are only for people who may see orders. */
export function pageOf(
  rows: readonly ListRow[],
  pageSize: number,
  sums: { readonly count: number; readonly tickets: number; readonly amount: number },
  context: OfficeContext,
) {
  const shown = rows.slice(0, pageSize);
  const seesPeople = mayOf(context)('orders.see');
  return {
    rows: shown.map(({ key, at, order, customerName, what, tickets, amount }) => ({
      key: String(key),
      at: toInstant(at),
      order,
      customer_name: seesPeople ? customerName : null,
      what,
      tickets,
      amount,
    })),
    next: rows.length > pageSize ? afterText(shown.at(-1)!) : null,
    ...sums,
  };
}

/** Stored times have no fractions of a millisecond, so the text is exact. */
const afterText = ({ at, key }: ListRow): string => `${at.getTime()}.${key}`;

/** Requests one row more, to know whether there is another page. */
export function pageRequest(text: string | null, pageSize: number): PageRequest {
  const [at, key] = (text ?? '').split('.').map(Number);
  const isKnown = Number.isSafeInteger(at) && Number.isSafeInteger(key);
  return { after: isKnown ? { at: new Date(at!), key: key! } : null, limit: pageSize + 1 };
}

/** The list behind the figures of a report by days. */
export interface RowsOfDays {
  rows(span: Span): Sql;
  sums(spans: SpansToRead): Sql;
}

/** A page of a list, with the sums of the whole list. */
export const pageOfDays = (
  db: OfficeDb,
  list: RowsOfDays,
  { spans, whole }: DaysOfShop,
  { after, pageSize }: { readonly after: string | null; readonly pageSize: number },
  context: OfficeContext,
) =>
  db.read(async (tx) => {
    const read = await spansToRead(tx, spans);
    const sums = await sumsBySpan(tx, list.sums(read));
    const page = pageRequest(after, pageSize);
    const counts = new Map(sums.map(({ day, count }) => [day.getTime(), count]));
    const from = beginningOfPage(inOrder(read), counts, page);
    const rows = await rowsOf(tx, list.rows({ from, until: whole.until }), page);
    const total = {
      count: totalOf(sums, ({ count }) => count),
      tickets: totalOf(sums, ({ tickets }) => tickets),
      amount: totalOf(sums, ({ amount }) => amount),
    };
    return pageOf(rows, pageSize, total, context);
  });

/**
 * Returns the beginning of the earliest span that a page needs. A year may have few rows, and looking for more of them
 * than there are would read everything. `counts` are the numbers of rows of each span, by its beginning.
 */
export function beginningOfPage(
  spans: readonly Span[],
  counts: ReadonlyMap<number, number>,
  { after, limit }: PageRequest,
): Date {
  const first = spans[0]!.from;
  let left = limit;
  for (const { from, until } of spans.toReversed()) {
    if (after && from > after.at) continue;
    // The rest of the span in which the previous page ends counts as no rows, because their number is unknown.
    if (!after || until <= after.at) left -= counts.get(from.getTime()) ?? 0;
    if (left <= 0) return from;
  }
  return first;
}
