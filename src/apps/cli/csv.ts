// RFC 4180: commas, CRLF, every cell in quotes. The mark at the start tells spreadsheets that it is UTF-8.
const UTF8_MARK = '\uFEFF';

/** Rows as CSV that a spreadsheet opens without reading any cell as a formula, whatever customers typed. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  UTF8_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

const csvCell = (text: string): string => `"${withoutFormula(oneLine(text)).replaceAll('"', '""')}"`;

/** Line breaks and other control signs: a new line would be a new row for a sloppy reader. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

// A cell that begins with one of these is calculated; the full-width ones too, in some versions.
const FORMULA = /^[\s\uFEFF]*[=+\-@|%＝＋－＠]/u;

/** The apostrophe is the spreadsheets' own sign for text, and hidden by them. */
const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
