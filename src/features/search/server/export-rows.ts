import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeContext, writeAudit } from '#features/staff/server/public.ts';
import { csvText } from '#kernel/csv.ts';
import type { Language } from '#kernel/language.ts';
import type { Queryable } from '#platform/db/db.ts';
import { MAX_EXPORTED } from '../domain/max-exported.ts';

/** Returns the cell of a row, in the person's language. */
type Cell<Row> = (row: Row, shop: Shop['public'], language: Language) => string;

/** A cell in words, and the code behind them, which is the same in every language. */
interface CodedCell<Row> {
  readonly words: Cell<Row>;
  readonly code: (row: Row) => string;
}

/** By their headings. A column with a code has another one next to it, whose heading ends in `_code`. */
export type ExportColumns<Row> = Readonly<Record<string, Cell<Row> | CodedCell<Row>>>;

/** A cell that answers yes or no. */
export const yesOrNo = <Row>(isSo: (row: Row) => boolean): CodedCell<Row> => ({
  words: (row, _shop, { text }) => (isSo(row) ? text('Yes') : text('No')),
  code: (row) => (isSo(row) ? 'yes' : 'no'),
});

interface Export<Row> {
  readonly list: 'orders' | 'tickets' | 'people' | 'receipts' | 'plans' | 'invoices' | 'refunds' | 'mails';
  /** Can contain one row more than is exported, which shows that there are more. */
  readonly rows: readonly Row[];
  readonly columns: ExportColumns<Row>;
  /** Headings of columns that are left out. */
  readonly without: readonly string[];
  readonly shop: Shop['public'];
}

/** Writes the rows of a list as CSV, and records in the audit log who exported them. */
export async function exportRows<Row>(
  tx: Queryable,
  { list, rows, columns, without, shop }: Export<Row>,
  context: OfficeContext,
): Promise<{ csv: string; rows: number; is_truncated: boolean }> {
  const exported = rows.slice(0, MAX_EXPORTED);
  const { actor } = callerOf(context);
  const details = { rows: exported.length };
  await writeAudit(
    tx,
    { actor, action: `list.${list}`, subject: list, details, private: context.private },
    context.now,
  );
  const shown = Object.entries(columns)
    .filter(([heading]) => !without.includes(heading))
    .flatMap(([heading, cell]): [string, Cell<Row>][] =>
      typeof cell === 'function'
        ? [[heading, cell]]
        : [
            [heading, cell.words],
            [`${heading}_code`, cell.code],
          ],
    );
  const cells = exported.map((row) => shown.map(([, cell]) => cell(row, shop, context.language)));
  const csv = csvText([shown.map(([heading]) => heading), ...cells]);
  return { csv, rows: exported.length, is_truncated: rows.length > MAX_EXPORTED };
}

/** `2026-11-20 11:00`, as spreadsheets read it. */
export const wallClock = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');
