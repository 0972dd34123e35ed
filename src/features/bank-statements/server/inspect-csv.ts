import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { type CsvLayout, columnNames, isBlankRow, type LayoutMistake, mapOfLayout } from '../domain/csv-columns.ts';
import { canBeHeadings, guessCsvLayout } from '../domain/guess-csv-layout.ts';
import { readCsvRows } from '../domain/read-csv-rows.ts';
import type { Statement } from '../domain/statement.ts';
import { type CsvForm, csvRows, formOf } from './csv-file.ts';
import { accountAbove, hasReadable } from './known-csv.ts';
import { accountsOf } from './prepare-import.ts';
import type { PackedFile } from './unzip.ts';

/** A person's choices so far; if the roles are missing, they are guessed again. */
export type ChosenLayout = CsvForm | CsvLayout;

export interface InspectedCsv {
  readonly names: readonly string[];
  readonly layout: CsvLayout;
  /** Rows below the headings, without blank ones; at most `SAMPLE_ROWS`. */
  readonly sample: readonly (readonly string[])[];
  /** The words in the column for the direction, at most 20. */
  readonly directions: readonly string[];
  readonly read: Result<{ readonly map: CsvMap; readonly statements: readonly Statement[] }, LayoutMistake>;
}

const SAMPLE_ROWS = 6;

/**
 * Returns a CSV's content, the chosen or guessed meanings of its columns, and its lines, read with these. Throws
 * UnreadableFile.
 */
export function inspectCsv({ name: file, bytes }: PackedFile, shop: Shop, chosen: ChosenLayout | null): InspectedCsv {
  const form = chosen ?? formOf(bytes);
  const rows = csvRows(file, bytes, form);
  const skipLines =
    form.skipLines ??
    Math.max(
      0,
      rows.findIndex((row) => !isBlankRow(row)),
    );
  const headings = rows[skipLines] ?? [];
  const names = columnNames(headings);
  const chosenLayout = chosen && 'roles' in chosen && chosen.roles.length === names.length ? chosen : null;
  const { charset, separator } = form;
  const layout = chosenLayout ?? guessCsvLayout(rows, { charset, separator, skipLines });
  const body = rows.slice(skipLines + 1).filter((row) => !isBlankRow(row));
  const direction = layout.roles.indexOf('direction');
  return {
    names,
    layout,
    sample: body.slice(0, SAMPLE_ROWS),
    directions: [...new Set(body.map((row) => row[direction]?.trim() ?? ''))]
      .filter((word) => word !== '')
      .slice(0, 20),
    read: readAs(),
  };

  function readAs(): InspectedCsv['read'] {
    if (!canBeHeadings(headings)) return refuse({ kind: 'no_headings' });
    const map = mapOfLayout(names, layout);
    if (!map.ok) return map;
    const account = accountAbove(rows, skipLines, accountsOf(shop));
    const result = readCsvRows(rows, map.value, { file, currency: shop.public.currency, account });
    if (result.kind !== 'read' || !hasReadable(result.statements)) return refuse({ kind: 'no_line' });
    return ok({ map: map.value, statements: result.statements });
  }
}
