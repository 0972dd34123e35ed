import type { Queryable } from '#platform/db/db.ts';
import type { Span } from './report-days.ts';
import type { RowsSql } from './rows-of-sql-store.ts';

/**
 * The tax in the documents of a span, one row for each document, rate and country: credit notes are negative, and a
 * final invoice is less what was invoiced on account. Goods are taxed where they are delivered, everything else where
 * the event is (''). Where goods that are sent abroad share their rate with tickets of the same order, documents cannot
 * tell them apart (`mixed:` and the country). `$1` and `$2` are the span.
 */
const DOCUMENTS = `
  select d.id, d.issued_at, d.code, d.series, d.content #>> '{corrects,code}' as corrects, o.code as order, o.customer_name, part.rate, part.net, part.tax,
    case
      when o.shipping_country is null then ''
      when not exists (
        select from order_lines l
        where l.order_id = o.id and l.kind = 'merchandise' and l.tax_basis_points = part.rate
      ) then ''
      when exists (
        select from order_lines l where l.order_id = o.id and l.kind = 'tickets' and l.tax_basis_points = part.rate
      ) then 'mixed:' || o.shipping_country
      else o.shipping_country
    end as country
  from invoices d
    join orders o on o.id = d.order_id
    cross join lateral (
      select (one.rate ->> 'taxBasisPoints')::integer as rate, sum(one.sign * (one.rate ->> 'net')::bigint)::bigint as net,
        sum(one.sign * (one.rate ->> 'tax')::bigint)::bigint as tax
      from (
        select rate, case d.series when 'credit_note' then -1 else 1 end as sign
        from jsonb_array_elements(d.content -> 'rates') rate
        union all
        select rate, -1
        from jsonb_array_elements(coalesce(d.content -> 'advances', '[]')) advance,
          jsonb_array_elements(advance -> 'rates') rate
      ) one
      group by 1
    ) part
  where d.issued_at >= $1 and d.issued_at < $2`;

export interface TaxFigure {
  country: string;
  rate: number;
  documents: number;
  net: number;
  tax: number;
}

export const taxOfDocuments = (db: Queryable, { from, until }: Span): Promise<TaxFigure[]> =>
  db.rows(
    `select country, rate, count(*) as documents, sum(net)::bigint as net, sum(tax)::bigint as tax
     from (${DOCUMENTS}) documents
     group by country, rate
     order by country, rate`,
    [from, until],
  );

/** What the ledger booked as tax; what is owed is positive. */
export const taxOfLedger = (db: Queryable, { from, until }: Span): Promise<{ rate: number; tax: number }[]> =>
  db.rows(
    `select e.tax_basis_points as rate, -sum(e.amount)::bigint as tax
     from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
     where t.booked_at >= $1 and t.booked_at < $2 and e.account = 'tax'
     group by e.tax_basis_points
     order by e.tax_basis_points`,
    [from, until],
  );

/** The documents behind a figure. Their amounts are their tax. */
export const taxRows = (
  { country, rate }: { readonly country: string | null; readonly rate: number | null },
  { from, until }: Span,
): RowsSql => ({
  sql: `select id as key, issued_at as at, "order", customer_name as "customerName", code as what, 0 as tickets,
      sum(tax)::bigint as amount
    from (${DOCUMENTS}) documents
    where ($3::text is null or country = $3) and ($4::integer is null or rate = $4)
    group by id, issued_at, "order", customer_name, code`,
  values: [from, until, country, rate],
});

export interface TaxedDocument {
  code: string;
  series: string;
  at: Date;
  order: string;
  corrects: string | null;
  country: string;
  rate: number;
  net: number;
  tax: number;
}

/** Each document with its rates, in the order of issue. */
export const taxedDocuments = (db: Queryable, { from, until }: Span): Promise<TaxedDocument[]> =>
  db.rows(
    `select code, series, issued_at as at, "order", corrects, country, rate, net, tax
     from (${DOCUMENTS}) documents
     order by issued_at, id, rate`,
    [from, until],
  );
