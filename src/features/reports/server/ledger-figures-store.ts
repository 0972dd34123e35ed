import type { Queryable } from '#platform/db/db.ts';
import type { Span } from './report-days.ts';

/** Like `LedgerFigure`, with the day's number among the requested days. */
export interface BookedOnDay {
  day: number;
  kind: string;
  account: string;
  taxBasisPoints: number | null;
  amount: number;
}

/** What was booked in each of these spans, which are numbered from 1. */
export const bookedInSpans = (db: Queryable, spans: readonly Span[]): Promise<BookedOnDay[]> =>
  db.rows(
    `select span.day, t.kind, e.account, e.tax_basis_points as "taxBasisPoints", sum(e.amount)::bigint as amount
     from unnest($1::timestamptz[], $2::timestamptz[]) with ordinality as span (since, until, day)
       join ledger_transactions t on t.booked_at >= span.since and t.booked_at < span.until
       join ledger_entries e on e.transaction_id = t.id
     group by span.day, t.kind, e.account, e.tax_basis_points`,
    [spans.map(({ from }) => from), spans.map(({ until }) => until)],
  );
