import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeContext, writeAudit } from '#features/staff/server/public.ts';
import { csvText } from '#kernel/csv.ts';
import type { Language } from '#kernel/language.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { MAX_EXPORTED } from '../domain/max-exported.ts';
import type { ListParts } from './list-parts.ts';

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
  readonly list: 'orders' | 'tickets' | 'people' | 'receipts' | 'plans' | 'invoices' | 'refunds' | 'mails' | 'audit';
  readonly columns: ExportColumns<Row>;
  /** Headings of columns that are left out. */
  readonly without: readonly string[];
}

/** Reads one row more than it exports, to know whether there are more. */
const ALL = { after: null, limit: MAX_EXPORTED + 1 };

/** Writes a list as CSV and records in the audit log who exported it. `rowsOf` reads its rows, for the page `all`. */
export const exportList = <Row>(
  { db, loadShop }: ListParts,
  { list, columns, without }: Export<Row>,
  context: OfficeContext,
  rowsOf: (tx: Queryable, shop: Shop, all: typeof ALL) => Promise<readonly Row[]>,
) =>
  db.transaction(
    async (tx) => {
      const shop = await loadShop(tx);
      const rows = await rowsOf(tx, shop, ALL);
      const exported = rows.slice(0, MAX_EXPORTED);
      const { actor } = callerOf(context);
      const details = { rows: exported.length };
      const entry = { actor, action: `list.${list}`, subject: list, details, private: context.private } as const;
      await writeAudit(tx, entry, context.now);
      const csv = csvOf(exported, columns, without, shop, context.language);
      return ok({ csv, rows: exported.length, is_truncated: rows.length > MAX_EXPORTED });
    },
    { isForList: true },
  );

function csvOf<Row>(
  rows: readonly Row[],
  columns: ExportColumns<Row>,
  without: readonly string[],
  shop: Shop,
  language: Language,
): string {
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
  const cells = rows.map((row) => shown.map(([, cell]) => cell(row, shop.public, language)));
  return csvText([shown.map(([heading]) => heading), ...cells]);
}

/** `2026-11-20 11:00`, as spreadsheets read it. */
export const wallClock = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ');
