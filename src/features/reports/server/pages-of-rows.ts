import { hasPermission, type Permission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeContext } from '#features/staff/server/public.ts';
import { toInstant } from '#wire/fields.ts';
import type { ListRow, PageRequest } from './figure-lists-store.ts';
import type { KeepFigures } from './kept-figures.ts';
import { type RowsSql, rowsOf, sumOf } from './rows-of-sql-store.ts';

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

/** Stored times come from the clock, so milliseconds are exact. */
const afterText = ({ at, key }: ListRow): string => `${at.getTime()}.${key}`;

/** Requests one row more, to know whether there is another page. */
export function pageRequest(text: string | null, pageSize: number): PageRequest {
  const [at, key] = (text ?? '').split('.').map(Number);
  const isKnown = Number.isSafeInteger(at) && Number.isSafeInteger(key);
  return { after: isKnown ? { at: new Date(at!), key: key! } : null, limit: pageSize + 1 };
}

/** A page of the list behind a figure, with the sums of the full list; kept like the figures. */
export async function keptPage(
  keep: KeepFigures,
  list: RowsSql,
  { after, most: pageSize }: { readonly after: string | null; readonly most: number },
  context: OfficeContext,
) {
  const key = JSON.stringify([list.sql, list.values]);
  const { figures } = await keep(`${key} ${after} ${pageSize}`, context.now, async (tx) => ({
    sum: await sumOf(tx, list),
    rows: await rowsOf(tx, list, pageRequest(after, pageSize)),
  }));
  return pageOf(figures.rows, pageSize, figures.sum, context);
}
