import { CsvError, parse } from 'csv-parse/sync';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { columnNames, isBlankRow } from '../domain/csv-columns.ts';
import { areCroatian } from '../domain/csv-heading-words.ts';
import { headingRowOf } from '../domain/guess-csv-layout.ts';
import { MAX_ENTRIES } from '../domain/statement.ts';
import { LimitExceeded, UnreadableFile } from './unreadable-file.ts';

/** How the file is written, without the meanings of its columns. */
export type CsvForm = Pick<CsvMap, 'charset' | 'separator' | 'skipLines'>;

/** Enough to find the headings and to judge the columns. */
const FIRST_ROWS = 400;

/** Allowed in addition to the entries, because a bank writes an address and balances above the headings. */
const MAX_OTHER_ROWS = 1_000;

/**
 * The rows of a CSV, including blank ones, so that a row's position is its number in a spreadsheet. Throws
 * UnreadableFile, or LimitExceeded as soon as there are too many rows.
 */
export function csvRows(
  file: string,
  bytes: Uint8Array,
  { charset, separator }: Pick<CsvForm, 'charset' | 'separator'>,
  { first, maxEntries = MAX_ENTRIES }: { readonly first?: number; readonly maxEntries?: number } = {},
): string[][] {
  let rows = 0;
  try {
    return parse(new TextDecoder(charset).decode(bytes), {
      delimiter: separator,
      ...(first && { to: first }),
      on_record: (row: string[]) => {
        if (!isBlankRow(row)) rows += 1;
        if (rows > maxEntries + MAX_OTHER_ROWS) throw new LimitExceeded(file, 'entries');
        return row;
      },
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 100_000,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as { lines?: number };
    throw new UnreadableFile(file, { kind: 'open_quotation_mark', line: lines ?? null });
  }
}

/** Judges by the bytes, then by the language of the headings, because banks rarely declare a character set. */
function charsetOf(bytes: Uint8Array): CsvMap['charset'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    const top = new TextDecoder('windows-1250').decode(bytes.subarray(0, 4_000));
    return areCroatian([top]) ? 'windows-1250' : 'windows-1252';
  }
}

/** Uses the separator that splits the headings into the most columns; `skipLines` is null if there are no headings. */
export function formOf(bytes: Uint8Array): Omit<CsvForm, 'skipLines'> & { readonly skipLines: number | null } {
  const charset = charsetOf(bytes);
  const found = [';', '\t', ',', '|'].flatMap((separator) => {
    const rows = firstRows(bytes, { charset, separator });
    const skipLines = headingRowOf(rows);
    return skipLines === null ? [] : [{ separator, skipLines, columns: columnNames(rows[skipLines]!).length }];
  });
  const [best] = found.sort((one, other) => other.columns - one.columns);
  return best
    ? { charset, separator: best.separator, skipLines: best.skipLines }
    : { charset, separator: ';', skipLines: null };
}

/** Empty if the file is not a CSV with this separator. */
function firstRows(bytes: Uint8Array, form: Pick<CsvForm, 'charset' | 'separator'>): string[][] {
  try {
    return csvRows('', bytes, form, { first: FIRST_ROWS });
  } catch (error) {
    if (error instanceof UnreadableFile) return [];
    throw error;
  }
}
