import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { columnNames, headingsKey, isBlankRow, nameKey } from '../domain/csv-columns.ts';
import { columnsOf, readCsvRows } from '../domain/read-csv-rows.ts';
import type { Statement } from '../domain/statement.ts';
import { csvRows } from './csv-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** What the columns of files with these headings mean. */
export interface RememberedColumns {
  readonly headings: string;
  readonly map: CsvMap;
}

/** What the shop knows about the columns of CSV files. */
export interface CsvMaps {
  /** Used for all files instead of the others, if set. */
  readonly chosen: CsvMap | null;
  readonly remembered: readonly RememberedColumns[];
  readonly inFolder: readonly CsvMap[];
  /** The operator's accounts, so that one above the headings is recognised. */
  readonly accounts: readonly string[];
}

export const NO_CSV_MAPS: CsvMaps = { chosen: null, remembered: [], inFolder: [], accounts: [] };

interface CsvFile {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly currency: string;
  readonly maxEntries: number;
}

/**
 * Reads a CSV with the columns that somebody chose for its headings, or else with the only map in the shop folder whose
 * columns it has. Null if there is neither, or if no line can be read that way. Throws LimitExceeded.
 */
export function readKnownCsv(
  { file, bytes, currency, maxEntries }: CsvFile,
  maps: CsvMaps,
): readonly Statement[] | null {
  const parsed = new Map<string, string[][]>();
  const rowsFor = (map: CsvMap): string[][] => {
    const key = `${map.charset} ${map.separator}`;
    const rows = parsed.get(key) ?? rowsOrNone(file, bytes, map, maxEntries);
    parsed.set(key, rows);
    return rows;
  };
  const readAs = (map: CsvMap, account: string | null): readonly Statement[] | null => {
    const result = readCsvRows(rowsFor(map), map, { file, currency, account });
    return result.kind === 'read' && hasReadable(result.statements) ? result.statements : null;
  };
  for (const { headings, map } of maps.remembered) {
    const rows = rowsFor(map);
    // The number of lines above the headings may differ from file to file.
    const skipLines = rows.slice(0, 100).findIndex((row) => headingsKey(columnNames(row)) === headings);
    const read = skipLines >= 0 && readAs({ ...map, skipLines }, accountAbove(rows, skipLines, maps.accounts));
    if (read) return read;
  }
  const fitting = maps.inFolder.flatMap((map) => {
    const statements = hasItsColumns(rowsFor(map), map) ? readAs(map, null) : null;
    return statements ? [statements] : [];
  });
  return fitting.length === 1 ? fitting[0]! : null;
}

function hasItsColumns(rows: readonly (readonly string[])[], map: CsvMap): boolean {
  const headings = rows.slice(map.skipLines).find((row) => !isBlankRow(row)) ?? [];
  const names = columnNames(headings).map(nameKey);
  return columnsOf(map).every((name) => names.includes(nameKey(name)));
}

/** False if there are lines but none of them can be read, which means that the map is for another file. */
export function hasReadable(statements: readonly Statement[]): boolean {
  const lines = statements.flatMap((statement) => statement.lines);
  return lines.length === 0 || lines.some(({ kind }) => kind === 'line');
}

function rowsOrNone(file: string, bytes: Uint8Array, map: CsvMap, maxEntries: number): string[][] {
  try {
    return csvRows(file, bytes, map, { maxEntries });
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}

/** The operator's account above the headings; null if there are none or several. */
export function accountAbove(
  rows: readonly (readonly string[])[],
  skipLines: number,
  accounts: readonly string[],
): string | null {
  const above = rows.slice(0, skipLines).flat().join(' ').replace(/\s/g, '').toUpperCase();
  const found = accounts.filter((account) => above.includes(account.replace(/\s/g, '').toUpperCase()));
  return found.length === 1 ? found[0]!.replace(/\s/g, '') : null;
}
