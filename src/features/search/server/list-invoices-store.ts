import type { Series } from '#features/invoices/domain/invoice-content.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { InvoiceFilter } from '../domain/invoice-filter.ts';
import { type ChosenSort, isDescending, sortOrUsual } from '../domain/list-sort.ts';
import { type Counted, countedOf, countLimit, type FoundText, foundCondition, inOrder } from './found-text-store.ts';
import { MAX_COUNTED } from './list-limits.ts';
import { pageOrder } from './list-order-store.ts';
import type { After } from './list-parts.ts';

export interface ListedInvoice {
  id: number;
  /** When it was issued. */
  at: Date;
  code: string;
  series: Series;
  /** The invoice that a credit note corrects. */
  corrects: string | null;
  order: string;
  /** The buyer's name; empty once it was deleted. */
  buyer: string;
  /** The document's own amount: without what was invoiced on account before, and negative on a credit note. */
  gross: number;
  tax: number;
  currency: string;
  /** How many numbers of its series are missing right before it; for the last document, also those after it. */
  missing: number;
}

export interface InvoicesQuery {
  readonly filter: InvoiceFilter;
  /** What the filter's text finds; null without a text. */
  readonly found: FoundText | null;
  readonly sort: ChosenSort<'/money/invoices'>;
  readonly after: After | null;
  readonly limit: number;
}

function conditionOf({ filter, found }: Pick<InvoicesQuery, 'filter' | 'found'>) {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const parts = ['true'];
  if (filter.view !== 'all') parts.push(`d.series = ${parameter(filter.view)}`);
  if (filter.from !== null) parts.push(`d.issued_at >= ${parameter(filter.from)}`);
  if (filter.until !== null) parts.push(`d.issued_at < ${parameter(filter.until)}`);
  if (found) {
    const text = foundCondition(found, 'd.id', values.length + 1);
    values.push(...text.values);
    parts.push(text.sql);
  }
  return { sql: parts.join(' and '), values };
}

const SIGN = `case d.series when 'credit_note' then -1 else 1 end`;
const NEIGHBOUR = 'n.series = d.series and n.year = d.year and n.number';

/** Sorting by date also sorts each series by number. */
export function listInvoices(db: Queryable, query: InvoicesQuery): Promise<ListedInvoice[]> {
  const { sql, values } = conditionOf(query);
  const columns = { at: 'd.issued_at', id: 'd.id' };
  const descends = isDescending(sortOrUsual('/money/invoices', query.filter.view, query.sort));
  const { where, by, values: last } = pageOrder(columns, descends, query.after, values.length + 1);
  const all = [...values, ...last, query.limit];
  return db.rows<ListedInvoice>(
    `select d.id, d.issued_at as at, d.code, d.series, d.content #>> '{corrects,code}' as corrects, o.code as order,
       coalesce(d.content #>> '{buyer,lines,0}', '') as buyer, d.content ->> 'currency' as currency,
       ${SIGN} * (d.content ->> 'total')::bigint - deducted.gross as gross, ${SIGN} * own.tax - deducted.tax as tax,
       d.number - coalesce((select n.number from invoices n where ${NEIGHBOUR} < d.number order by n.number desc limit 1), 0) - 1
         + case when exists (select from invoices n where ${NEIGHBOUR} > d.number) then 0 else coalesce(c.last, d.number) - d.number end
         as missing
     from (
       select * from invoices d
       where ${sql} ${where}
       order by ${by}
       limit $${all.length}
     ) d
       join orders o on o.id = d.order_id
       left join invoice_counters c on c.series = d.series and c.year = d.year
       cross join lateral (
         select coalesce(sum((rate ->> 'tax')::bigint), 0)::bigint as tax from jsonb_array_elements(d.content -> 'rates') rate
       ) own
       cross join lateral (
         select coalesce(sum((advance ->> 'total')::bigint), 0)::bigint as gross, coalesce(sum((
             select sum((rate ->> 'tax')::bigint) from jsonb_array_elements(advance -> 'rates') rate
           )), 0)::bigint as tax
         from jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) advance
       ) deducted
     order by ${by}`,
    all,
  );
}

/** How many match. */
export async function countInvoices(
  db: Queryable,
  query: Pick<InvoicesQuery, 'filter' | 'found'>,
  max: number = MAX_COUNTED,
): Promise<Counted> {
  const { sql, values } = conditionOf(query);
  const limit = countLimit(query.found, max);
  const matching = await db.row<{ count: number }>(
    `select count(*) as count
     from (select from invoices d where ${sql} ${inOrder(query.found, 'd.issued_at desc, d.id desc')} limit ${limit + 1}) as matching`,
    values,
  );
  return countedOf(matching!.count, limit);
}
