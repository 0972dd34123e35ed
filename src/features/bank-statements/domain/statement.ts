import type { Minor } from '#kernel/money.ts';

type StatementFormat = 'camt' | 'mt940' | 'csv';

/** One movement of an account, as the bank wrote it. */
export interface StatementLine {
  readonly kind: 'line';
  /** Calendar day, `2026-11-20`. */
  readonly bookedOn: string;
  readonly direction: 'in' | 'out';
  /** Above 0, in minor units of `currency`. */
  readonly amount: Minor;
  readonly currency: string;
  /** The bank reverses an earlier movement. */
  readonly isReturn: boolean;
  readonly returnReason: string;
  /** The bank's id of this movement; null if it gave none. Banks reuse some ids. */
  readonly bankReference: string | null;
  /** The id that the payer gave; for money out, the shop's own. */
  readonly endToEndId: string | null;
  /** A creditor reference, RF... */
  readonly structuredReference: string | null;
  /** All of the payer's text, wrapped lines joined. */
  readonly text: string;
  readonly party: Party;
  /** The id of the payment file that the bank executed as one booking. */
  readonly paymentFile: string | null;
  /** Set for a batch booking. All its parts have the entry's reference. */
  readonly batch: Batch | null;
}

export interface Party {
  readonly name: string | null;
  /** Without spaces. */
  readonly iban: string | null;
}

interface Batch {
  readonly reference: string | null;
  /** False if the bank booked several payments as one sum without naming them. */
  readonly isSplit: boolean;
}

/** A line that cannot be booked, with its text for the operator. */
export interface StoppedLine {
  readonly kind: 'stopped';
  readonly why: StopReason;
  readonly bookedOn: string | null;
  readonly text: string;
  /** The cell of a CSV that cannot be read. */
  readonly cell?: CsvCell;
}

export interface CsvCell {
  /** As a spreadsheet numbers it. */
  readonly row: number;
  readonly columns: readonly string[];
  /** The cell's content; empty if it has none. */
  readonly value: string;
}

export type StopReason =
  | 'amount_unreadable'
  | 'amount_zero'
  /** There is both money in and money out. */
  | 'two_amounts'
  | 'day_unreadable'
  | 'direction_unreadable'
  | 'line_unreadable'
  | 'parts_differ'
  /** The bank has announced it but not booked it. */
  | 'not_booked_yet';

export interface Statement {
  readonly format: StatementFormat;
  /** Complete days (camt.053, MT940), movements of a running day (camt.052), or notices about bookings (camt.054). */
  readonly scope: 'days' | 'running_day' | 'notices';
  /** Names the source in messages. */
  readonly file: string;
  /** The bank's own number of the statement. */
  readonly number: string | null;
  /** An IBAN or the bank's own form; null if the file does not contain it. */
  readonly account: string | null;
  readonly currency: string | null;
  /** Minor units, negative when overdrawn; null if the file does not contain it. */
  readonly opening: number | null;
  readonly closing: number | null;
  readonly lines: readonly (StatementLine | StoppedLine)[];
}

/** Several files can each have a problem. */
export type FileProblem = OneFileProblem | { readonly kind: 'several'; readonly problems: readonly OneFileProblem[] };

/** What is wrong with a file that is not in the format it claims. */
export type WhyUnreadable =
  /** `words` are the XML parser's, in English. */
  | { readonly kind: 'broken_xml'; readonly line: number; readonly words: string }
  | { readonly kind: 'doctype' }
  | { readonly kind: 'nested_too_deeply' }
  | { readonly kind: 'open_quotation_mark'; readonly line: number | null }
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'damaged_zip' };

export type OneFileProblem =
  | { readonly kind: 'too_large'; readonly file: string; readonly limit: string }
  | { readonly kind: 'empty'; readonly file: string }
  | { readonly kind: 'unknown_format'; readonly file: string }
  | { readonly kind: 'unreadable'; readonly file: string; readonly why: WhyUnreadable }
  /** Nobody has described the CSV's columns, or none of its lines can be read that way. */
  | { readonly kind: 'unknown_columns'; readonly file: string }
  /** The CSV's description names headings that the file does not have. */
  | { readonly kind: 'missing_columns'; readonly file: string; readonly missing: readonly string[] };

/** Limits for one import. A month at a bank is far below them. */
export const MAX_ENTRIES = 100_000;
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** References that mean "none". */
const NO_REFERENCE = /^(NONREF|NOREF|NOTPROVIDED|NOT PROVIDED|NONE|0+|-*)$/i;

export function referenceOrNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return NO_REFERENCE.test(trimmed) ? null : trimmed;
}

/** Joins a text that a bank wrapped or spread over fields. */
export const joinTexts = (parts: readonly (string | null | undefined)[]): string =>
  parts
    .map((part) => part?.replace(/\s+/g, ' ').trim() ?? '')
    .filter((part) => part !== '')
    .join(' ');

/** ISO form of a calendar day; null if there is no such day. */
export function dayOf(year: number, month: number, day: number): string | null {
  const last = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ][month - 1];
  if (last === undefined || day < 1 || day > last || year < 1990 || year > 2200) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}`;
}

export function isoDay(text: string | null | undefined): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text?.trim() ?? '');
  return match && dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
}
