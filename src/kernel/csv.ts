// The format is RFC 4180: commas, CRLF, every cell quoted. The byte order mark tells spreadsheets that it is UTF-8.
const UTF8_MARK = '\uFEFF';

/** Returns CSV in which a spreadsheet runs no cell as a formula, whatever customers typed. */
export const csvText = (rows: readonly (readonly string[])[]): string => UTF8_MARK + csvLines(rows);

/** Returns further lines of a `csvText`. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

const csvCell = (text: string): string => `"${withoutFormula(oneLine(text)).replaceAll('"', '""')}"`;

/** Removes line breaks and other control characters, because simple CSV readers begin a row at every line break. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

// Spreadsheets calculate a cell that begins with one of these; some versions accept the full-width ones too.
const FORMULA = /^[\s\uFEFF]*[=+\-@|%＝＋－＠]/u;

/** Negative numbers contain nothing to calculate, and as text they would be missing from sums. */
const NUMBER = /^-\d+(\.\d+)?$/;

/** Marks a formula as text with a leading apostrophe, which spreadsheets do not show. */
const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
