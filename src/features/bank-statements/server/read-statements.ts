import { ok, type Result, refuse } from '#kernel/result.ts';
import { looksLikeMt940, readMt940 } from '../domain/mt940.ts';
import { readCsvRows } from '../domain/read-csv-rows.ts';
import {
  type FileProblem,
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  type OneFileProblem,
  type Statement,
} from '../domain/statement.ts';
import { csvRows } from './csv-file.ts';
import { type CsvMaps, readKnownCsv } from './known-csv.ts';
import { looksLikeCamt, readCamt } from './read-camt.ts';
import { LimitExceeded, UnreadableFile } from './unreadable-file.ts';
import { isZip, type PackedFile, unzip } from './unzip.ts';

export interface ReadOptions {
  /** What the columns of CSV files mean. */
  readonly csv: CsvMaps;
  /** The currency of a CSV without a column for it. */
  readonly currency: string;
}

/**
 * Reads bank statements: camt.052, .053 and .054, MT940, CSV, and ZIP files of these. A mistake in one line stops only
 * that line; a file that cannot be read stops the whole import.
 */
export function readStatements(
  files: readonly PackedFile[],
  options: ReadOptions,
): Result<readonly Statement[], FileProblem> {
  return catchFileProblems(() => {
    let entries = 0;
    const statements: Statement[] = [];
    const problems: OneFileProblem[] = [];
    for (const { name, bytes } of files.flatMap(unpack)) {
      const read = catchFileProblems(() => {
        if (bytes.length > MAX_FILE_BYTES) throw new LimitExceeded(name, 'bytes');
        return readFile(name, bytes, options, MAX_ENTRIES - entries);
      });
      if (!read.ok) {
        problems.push(read.error);
        continue;
      }
      entries += read.value.reduce((all, { lines }) => all + lines.length, 0);
      if (entries > MAX_ENTRIES) throw new LimitExceeded(name, 'entries');
      statements.push(...read.value);
    }
    return problems.length === 0 ? ok(statements) : refuse(mergeProblems(problems));
  });
}

/** Unknown columns are a problem only if nothing else is wrong with the files. */
function mergeProblems(problems: readonly OneFileProblem[]): FileProblem {
  const unreadable = problems.filter(({ kind }) => kind !== 'unknown_columns');
  if (unreadable.length > 1) return { kind: 'several', problems: unreadable };
  return unreadable[0] ?? problems[0]!;
}

/** Turns LimitExceeded and UnreadableFile into refusals. */
export function catchFileProblems<Value, Problem extends FileProblem>(
  read: () => Result<Value, Problem>,
): Result<Value, Problem | OneFileProblem> {
  try {
    return read();
  } catch (error) {
    if (error instanceof LimitExceeded)
      return refuse({ kind: 'too_large', file: error.file, limit: limitTexts[error.what] });
    if (error instanceof UnreadableFile) {
      return refuse({ kind: 'unreadable', file: error.file, why: error.why });
    }
    throw error;
  }
}

const limitTexts: Record<LimitExceeded['what'], string> = {
  bytes: '20 MB for a file, 100 MB for the files of a ZIP',
  entries: '100,000 entries',
  files: '50 files in a ZIP',
};

function unpack(file: PackedFile): PackedFile[] {
  if (!isZip(file.bytes)) return [file];
  if (file.bytes.length > MAX_FILE_BYTES) throw new LimitExceeded(file.name, 'bytes');
  return unzip(file.bytes, file.name);
}

type FileKind = 'camt' | 'mt940' | 'csv';

/** Null for a file that no bank sends. A text without a separator is not a CSV of payments. */
function kindOf(text: string): FileKind | null {
  if (looksLikeCamt(text)) return 'camt';
  if (looksLikeMt940(text)) return 'mt940';
  if (/^\s*</.test(text) || text.includes('\0')) return null;
  return /[;,\t|]/.test(text) ? 'csv' : null;
}

/** The CSV files among these files and in their ZIPs. Throws LimitExceeded and UnreadableFile. */
export const csvFilesAmong = (files: readonly PackedFile[]): PackedFile[] =>
  files.flatMap(unpack).filter(({ bytes }) => bytes.length <= MAX_FILE_BYTES && kindOf(decode(bytes)) === 'csv');

function readFile(
  name: string,
  bytes: Uint8Array,
  options: ReadOptions,
  maxEntries: number,
): Result<Statement[], OneFileProblem> {
  const text = decode(bytes);
  if (text.trim() === '') return refuse({ kind: 'empty', file: name });
  switch (kindOf(text)) {
    case 'camt':
      return ok(readCamt(text, name, maxEntries));
    case 'mt940':
      return ok(readMt940(text, name, maxEntries));
    case 'csv':
      return readCsv(name, bytes, options, maxEntries);
    case null:
      return refuse({ kind: 'unknown_format', file: name });
  }
}

function readCsv(
  file: string,
  bytes: Uint8Array,
  { csv, currency }: ReadOptions,
  maxEntries: number,
): Result<Statement[], OneFileProblem> {
  if (csv.chosen === null) {
    const known = readKnownCsv({ file, bytes, currency, maxEntries }, csv);
    return known ? ok([...known]) : refuse({ kind: 'unknown_columns', file });
  }
  const read = readCsvRows(csvRows(file, bytes, csv.chosen, { maxEntries }), csv.chosen, { file, currency });
  return read.kind === 'read' ? ok([...read.statements]) : refuse({ ...read, file });
}

/** Decodes UTF-8, or the encoding that the XML declares; old MT940 files are Latin-1. */
function decode(bytes: Uint8Array): string {
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
