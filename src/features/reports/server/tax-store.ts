import type { Queryable } from '#platform/db/db.ts';
import type { TaxFigureName } from '../domain/tax-figures.ts';
import { figuresIn, valuesOf } from './day-figures-store.ts';
import type { Span } from './report-days.ts';
import type { Sql } from './rows-of-sql-store.ts';
import type { SpansToRead } from './stored-spans.ts';
import { DOCUMENTS } from './tax-documents-store.ts';

export interface TaxFigure {
  country: string;
  rate: number;
  documents: number;
  net: number;
  tax: number;
}

/** Tax by country and rate, and the number of all documents, because a document can have several rates. */
export async function taxOfDocuments(
  tx: Queryable,
  spans: SpansToRead,
): Promise<{ figures: TaxFigure[]; documents: number }> {
  const rows = await tx.rows<{ [Column in keyof TaxFigure]: TaxFigure[Column] | null } & { documents: number }>(
    `select country, tax_basis_points as rate, sum(documents)::bigint as documents, sum(net)::bigint as net,
       sum(tax)::bigint as tax
     from ${figuresIn('report_taxed')} d
     where (country is null) = (tax_basis_points is null)
     group by country, tax_basis_points
     order by country, tax_basis_points`,
    valuesOf(spans),
  );
  const isFigure = (row: (typeof rows)[number]): row is TaxFigure => row.country !== null;
  return { figures: rows.filter(isFigure), documents: rows.find((row) => !isFigure(row))?.documents ?? 0 };
}

/** What the ledger booked as tax; what is owed is positive. */
export const taxOfLedger = (tx: Queryable, spans: SpansToRead): Promise<{ rate: number; tax: number }[]> =>
  tx.rows(
    `select tax_basis_points as rate, -sum(amount)::bigint as tax
     from ${figuresIn('report_booked')} e
     where account = 'tax'
     group by tax_basis_points
     order by tax_basis_points`,
    valuesOf(spans),
  );

interface TaxPart {
  /** Null for all of them. */
  readonly country: string | null;
  readonly rate: number | null;
  readonly figure: TaxFigureName;
}

const AMOUNTS: Record<TaxFigureName, string> = { net: 'net', tax: 'tax', gross: 'net + tax' };

export const taxSums = ({ country, rate, figure }: TaxPart, spans: SpansToRead): Sql => ({
  sql: `select day, documents as count, 0 as tickets, ${AMOUNTS[figure]} as amount
    from ${figuresIn('report_taxed')} d
    where country is not distinct from $4::text and tax_basis_points is not distinct from $5::int`,
  values: [...valuesOf(spans), country, rate],
});

/** The documents behind a figure. */
export const taxRows = ({ country, rate, figure }: TaxPart, { from, until }: Span): Sql => ({
  sql: `select id as key, issued_at as at, "order", customer_name as "customerName", code as what, 0 as tickets,
      sum(${AMOUNTS[figure]})::bigint as amount
    from (${DOCUMENTS}) documents
    where ($3::text is null or country = $3) and ($4::integer is null or rate = $4)
    group by id, issued_at, "order", customer_name, code`,
  values: [[from], [until], country, rate],
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
    [[from], [until]],
  );
