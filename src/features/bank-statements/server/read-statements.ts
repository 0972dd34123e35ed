import { parse } from 'csv-parse/sync';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { looksLikeMt940, readMt940 } from '../domain/mt940.ts';
import { readCsvRows } from '../domain/read-csv-rows.ts';
import { type FileProblem, MOST_ENTRIES, MOST_FILE_BYTES, type Statement } from '../domain/statement.ts';
import { looksLikeCamt, readCamt } from './read-camt.ts';
import { TooMuch, UnreadableFile } from './unreadable-file.ts';
import { isZip, type PackedFile, unzip } from './unzip.ts';

export interface ReadOptions {
  /** The bank's CSV format; without it a CSV file is refused. */
  readonly csv: CsvMap | null;
  /** The currency of a CSV without a column for it. */
  readonly currency: string;
}

/**
 * Reads bank statements: camt.052, .053 and .054, MT940, CSV, and ZIP files of these. A mistake in one line stops that
 * line only; a file that cannot be read stops them all.
 */
export function readStatements(
  files: readonly PackedFile[],
  options: ReadOptions,
): Result<readonly Statement[], FileProblem> {
  let entries = 0;
  const statements: Statement[] = [];
  try {
    for (const { name, bytes } of files.flatMap(unpacked)) {
      if (bytes.length > MOST_FILE_BYTES) throw new TooMuch(name, 'bytes');
      const read = readFile(name, bytes, options, MOST_ENTRIES - entries);
      if (!read.ok) return read;
      entries += read.value.reduce((all, { lines }) => all + lines.length, 0);
      if (entries > MOST_ENTRIES) throw new TooMuch(name, 'entries');
      statements.push(...read.value);
    }
  } catch (error) {
    if (error instanceof TooMuch) return refuse({ kind: 'too_large', file: error.file, most: mostTexts[error.what] });
    if (error instanceof UnreadableFile) {
      return refuse({ kind: 'unreadable', file: error.file, detail: error.message });
    }
    throw error;
  }
  return ok(statements);
}

const mostTexts: Record<TooMuch['what'], string> = {
  bytes: '20 MB for a file, 100 MB for the files of a ZIP',
  entries: '100,000 entries',
  files: '50 files in a ZIP',
};

function unpacked(file: PackedFile): PackedFile[] {
  if (!isZip(file.bytes)) return [file];
  if (file.bytes.length > MOST_FILE_BYTES) throw new TooMuch(file.name, 'bytes');
  return unzip(file.bytes, file.name);
}

function readFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
  mostEntries: number,
): Result<Statement[], FileProblem> {
  const text = decoded(bytes);
  if (looksLikeCamt(text)) return ok(readCamt(text, name, mostEntries));
  if (looksLikeMt940(text)) return ok(readMt940(text, name));
  if (/^\s*</.test(text) || text.includes('\0') || text.trim() === '')
    return refuse({ kind: 'unknown_format', file: name });
  if (!options.csv) return refuse({ kind: 'no_column_map', file: name });
  return readCsv(name, bytes, options.csv, options.currency);
}

function readCsv(file: string, bytes: Uint8Array, map: CsvMap, currency: string): Result<Statement[], FileProblem> {
  const rows = csvRows(file, bytes, map);
  const read = readCsvRows(rows, map, { file, currency });
  if (read.kind === 'missing_columns') {
    return refuse({ kind: 'unreadable', file, detail: `it has no column ${read.missing.join(', ')}` });
  }
  return ok([...read.statements]);
}

function csvRows(file: string, bytes: Uint8Array, { charset, separator, skipLines }: CsvMap): string[][] {
  try {
    return parse(new TextDecoder(charset).decode(bytes), {
      delimiter: separator,
      from_line: skipLines + 1,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    });
  } catch (error) {
    throw new UnreadableFile(file, (error as Error).message);
  }
}

/** UTF-8, or what the XML declares; old MT940 files in Latin-1. */
function decoded(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
