import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeContext, writeAudit } from '#features/staff/server/public.ts';
import { csvLines, csvText } from '#kernel/csv.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { invalidFields } from '#platform/http/refusal.ts';
import { EXPORTED_AT_ONCE } from '../domain/exported-at-once.ts';
import type { ListParts, Place } from './list-parts.ts';

const UNKNOWN_PLACE = invalidFields([
  { field: 'after', message: markedText('This export cannot be continued. Please start it again.') },
]);

/** Returns the text of a row's cell, in the person's language. */
type Cell<Row> = (row: Row, shop: Shop['public'], language: Language) => string;

/** A cell in words, and the code behind them, which is the same in every language. */
interface CodedCell<Row> {
  readonly words: Cell<Row>;
  readonly code: (row: Row) => string;
}

/** The columns by their headings. A coded cell gets a second column, whose heading ends in `_code`. */
export type ExportColumns<Row> = Readonly<Record<string, Cell<Row> | CodedCell<Row>>>;

/** A cell that answers yes or no. */
export const yesOrNo = <Row>(holds: (row: Row) => boolean): CodedCell<Row> => ({
  words: (row, _shop, { text }) => (holds(row) ? text('Yes') : text('No')),
  code: (row) => (holds(row) ? 'yes' : 'no'),
});

interface Export<Row, At> {
  readonly list: 'orders' | 'tickets' | 'people' | 'receipts' | 'plans' | 'invoices' | 'refunds' | 'mails' | 'audit';
  readonly columns: ExportColumns<Row>;
  /** Headings of columns that are left out. */
  readonly without: readonly string[];
  /** The end of the previous part; null for the first one. */
  readonly after: string | null;
  readonly place: Place<Row, At>;
}

/** The rows of a part. */
interface Part<At> {
  readonly after: At | null;
  readonly limit: number;
}

/**
 * Writes a part of a list as CSV and records in the audit log who exported it. `rowsOf` reads the rows. However
 * long the export is, each call takes the memory and the time of one part.
 */
export const exportList = <Row, At>(
  { db, loadShop }: ListParts,
  { list, columns, without, after: afterText, place }: Export<Row, At>,
  context: OfficeContext,
  rowsOf: (tx: Queryable, shop: Shop, part: Part<At>) => Promise<readonly Row[]>,
) =>
  db.transaction(
    async (tx) => {
      const shop = await loadShop(tx);
      const after = place.read(afterText);
      if (afterText !== null && after === null) return refuse(UNKNOWN_PLACE);
      // One row more than it exports, to know whether there are more.
      const rows = await rowsOf(tx, shop, { after, limit: EXPORTED_AT_ONCE + 1 });
      const exported = rows.slice(0, EXPORTED_AT_ONCE);
      const hasMore = rows.length > EXPORTED_AT_ONCE;
      const { actor } = callerOf(context);
      const details = { rows: exported.length };
      const entry = { actor, action: `list.${list}`, subject: list, details, private: context.private } as const;
      await writeAudit(tx, entry, context.now);
      const { headings, lines } = tableOf(exported, columns, without, shop, context.language);
      return ok({
        csv: after === null ? csvText([headings, ...lines]) : csvLines(lines),
        rows: exported.length,
        next: hasMore ? place.text(exported.at(-1)!) : null,
        is_truncated: hasMore,
      });
    },
    { isForList: true },
  );

function tableOf<Row>(
  rows: readonly Row[],
  columns: ExportColumns<Row>,
  without: readonly string[],
  shop: Shop,
  language: Language,
): { headings: string[]; lines: string[][] } {
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
  const lines = rows.map((row) => shown.map(([, cell]) => cell(row, shop.public, language)));
  return { headings: shown.map(([heading]) => heading), lines };
}
