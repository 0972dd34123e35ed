import { csvDates } from '#features/shop-config/domain/statement-csv.ts';
import { amountIn, dayIn } from './csv-cells.ts';
import { type CsvLayout, type CsvRole, columnNames, isBlankRow } from './csv-columns.ts';
import { DIRECTION_WORDS, HEADING_WORDS, isSameWord, plainHeading, REFERENCE_WORDS } from './csv-heading-words.ts';

type Rows = readonly (readonly string[])[];

/** The limit for rows above the headings, where banks write an address and balances. */
const MAX_ROWS_ABOVE = 60;
const ROWS_TO_JUDGE = 200;

/**
 * The row with the headings: it has no days or amounts, but the next row has both. In a file
 * without lines, it is the row with the most words that banks use, at least three. Null if there is none.
 */
export function headingRowOf(rows: Rows): number | null {
  const top = rows.slice(0, MAX_ROWS_ABOVE);
  for (const [index, row] of top.entries()) {
    if (!canBeHeadings(row)) continue;
    const next = rows.slice(index + 1).find((one) => !isBlankRow(one));
    if (next && next.length >= filled(row) - 1 && next.some(isDay) && next.some(isAmount)) return index;
  }
  const words = top.map((row) => (canBeHeadings(row) ? row.filter(isKnownWord).length : 0));
  const most = Math.max(0, ...words);
  return most >= 3 ? words.indexOf(most) : null;
}

const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/** At least two cells are filled, and none of them is a day, an amount or an account. */
export const canBeHeadings = (row: readonly string[]): boolean =>
  filled(row) >= 2 && !row.some((cell) => isDay(cell) || isAmount(cell) || isIban(cell));

const isKnownWord = (cell: string): boolean =>
  cell.trim() !== '' &&
  Object.entries({ ...HEADING_WORDS, reference: [REFERENCE_WORDS] }).some(
    ([role, words]) => role !== 'direction' && words.some((word) => word.test(plainHeading(cell))),
  );

const isDay = (cell: string): boolean => csvDates.some((dates) => dayIn(cell.trim(), dates) !== null);
const isAmount = (cell: string): boolean =>
  !isDay(cell) && ([',', '.'] as const).some((decimal) => isAmountWith(cell, decimal));
function isAmountWith(cell: string, decimal: ',' | '.'): boolean {
  const trimmed = cell.trim();
  const currency =
    /[A-Z]{3}/.exec(trimmed)?.[0] ?? (trimmed.includes('£') ? 'GBP' : trimmed.includes('$') ? 'USD' : 'EUR');
  return amountIn(trimmed, decimal, currency) !== null;
}
const isIban = (cell: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(cell.replace(/\s/g, ''));
const isAccount = (cell: string): boolean => isIban(cell) || /^\d[\d\s/-]{5,33}$/.test(cell.trim());
const isCurrency = (cell: string): boolean => /^[A-Z]{3}$/.test(cell.trim());
const isOutOrIn = (cell: string): boolean =>
  DIRECTION_WORDS.flat().some((word) => word.toLowerCase() === cell.trim().toLowerCase());
const isName = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !isIban(cell);

interface Column {
  readonly index: number;
  readonly heading: string;
  /** Without empty ones. */
  readonly values: readonly string[];
}

/** Whether at least half of a column's values pass the test; true for an empty column. */
const areMostly = ({ values }: Column, is: (value: string) => boolean): boolean =>
  values.filter(is).length >= values.length * 0.5;

/**
 * Guesses from headings and values what the columns of a bank's file mean. A person checks the guess.
 *
 * @param rows all rows of the file, or its first ones
 */
export function guessCsvLayout(rows: Rows, file: Pick<CsvLayout, 'charset' | 'separator' | 'skipLines'>): CsvLayout {
  const headings = rows[file.skipLines] ?? [];
  const body = rows.slice(file.skipLines + 1, file.skipLines + 1 + ROWS_TO_JUDGE).filter((row) => !isBlankRow(row));
  const columns = columnNames(headings).map((_, index): Column => {
    const values = body.map((row) => (row[index] ?? '').trim()).filter((value) => value !== '');
    return { index, heading: plainHeading(headings[index]!), values };
  });
  const roles = columns.map((): CsvRole | null => null);
  const take: Take = (role, fits, words = HEADING_WORDS[role]) => {
    const found = find(columns, words, (column) => roles[column.index] === null && fits(column));
    if (found) roles[found.index] = role;
    return found;
  };

  const isOfDays = (column: Column) => areMostly(column, isDay);
  const date = take('date', isOfDays) ?? take('date', (column) => column.values.length > 0 && isOfDays(column), [/./]);
  takeAmounts(columns, take, roles);
  const amounts = columns.filter(({ index }) => ['amount', 'amount_in', 'amount_out'].includes(roles[index] ?? ''));
  const isUnsigned = amounts.every(({ values }) => values.every((value) => !/[-\u2212]/.test(value)));
  const direction =
    roles.includes('amount') && isUnsigned
      ? take('direction', (column) => column.values.length > 0 && column.values.every(isOutOrIn))
      : undefined;
  take('currency', (column) => areMostly(column, isCurrency));
  const isOneAccount = (column: Column) => new Set(column.values).size === 1 && areMostly(column, isAccount);
  const account = take('account', isOneAccount);
  take('end_to_end_id', () => true);
  take('bank_reference', ({ values }) => values.length === body.length && new Set(values).size === values.length);
  take('iban', (column) => areMostly(column, isAccount));
  // The payer's column can also be called IBAN.
  if (!account) take('account', isOneAccount, [/^iban$/]);
  take('name', (column) => areMostly(column, isName));
  takeTexts(columns, roles);
  return {
    ...file,
    decimal: decimalOf(amounts, file.separator),
    dates: datesOf(date?.values ?? []),
    ...(direction ? wordsOf(direction.values) : { out: null, in: null }),
    roles,
  };
}

/** Gives a role to a column without one, if its heading and values fit. */
type Take = (role: CsvRole, fits: (column: Column) => boolean, words?: readonly RegExp[]) => Column | undefined;

/** The column whose heading matches the best word. */
function find(
  columns: readonly Column[],
  words: readonly RegExp[],
  fits: (column: Column) => boolean,
): Column | undefined {
  for (const word of words) {
    const found = columns.find((column) => word.test(column.heading) && fits(column));
    if (found) return found;
  }
  return undefined;
}

/** Money in and money out if the file has both, or else one amount. */
function takeAmounts(columns: readonly Column[], take: Take, roles: (CsvRole | null)[]): void {
  const hasAmounts = (column: Column) => areMostly(column, isAmount);
  const into = take('amount_in', hasAmounts);
  const out = take('amount_out', hasAmounts);
  if (into && out) return;
  for (const one of [into, out]) if (one) roles[one.index] = null;
  if (take('amount', hasAmounts)) return;
  // Headings do not help: take a column of amounts only if it is the only one.
  const remaining = columns.filter(
    (column) =>
      roles[column.index] === null &&
      column.values.length > 0 &&
      areMostly(column, isAmount) &&
      !/saldo|balance|stanje|kontostand/.test(column.heading),
  );
  if (remaining.length === 1) roles[remaining[0]!.index] = 'amount';
}

/**
 * All columns whose headings match the better words; if none match, the column with the longest texts. References are
 * always part of it.
 */
function takeTexts(columns: readonly Column[], roles: (CsvRole | null)[]): void {
  const free = columns.filter(({ index }) => roles[index] === null);
  const matching = (words: readonly RegExp[]) => free.filter(({ heading }) => words.some((word) => word.test(heading)));
  const references = matching([REFERENCE_WORDS]);
  const named = [HEADING_WORDS.text.slice(0, 2), HEADING_WORDS.text.slice(2)]
    .map(matching)
    .find((found) => found.length > 0);
  const others = free.filter((column) => !references.includes(column));
  for (const { index } of [...(named ?? longestTexts(others)), ...references]) roles[index] = 'text';
}

/** The column with the longest texts, if any column has texts. */
function longestTexts(columns: readonly Column[]): Column[] {
  const length = ({ values }: Column) =>
    values.reduce((all, value) => all + value.length, 0) / Math.max(1, values.length);
  return columns
    .filter((column) => column.values.length > 0 && areMostly(column, isName))
    .sort((one, other) => length(other) - length(one))
    .slice(0, 1);
}

function decimalOf(amounts: readonly Column[], separator: string): ',' | '.' {
  const values = amounts.flatMap((column) => column.values);
  const read = (decimal: ',' | '.') => values.filter((value) => isAmountWith(value, decimal)).length;
  const [commas, points] = [read(','), read('.')];
  if (commas !== points) return commas > points ? ',' : '.';
  return separator === ',' ? '.' : ',';
}

/** The form that fits most of the values. If a day and a month cannot be told apart, the day comes first. */
function datesOf(values: readonly string[]): CsvLayout['dates'] {
  const read = (dates: CsvLayout['dates']) => values.filter((value) => dayIn(value, dates) !== null).length;
  const [best] = [...csvDates].sort((one, other) => read(other) - read(one));
  return values.length === 0 ? 'dd.mm.yyyy' : best!;
}

/** The words for money out and in, as the file writes them. */
function wordsOf(values: readonly string[]): Pick<CsvLayout, 'out' | 'in'> {
  const pair = DIRECTION_WORDS.find((words) => values.every((value) => words.some((word) => isSameWord(value, word))));
  if (!pair) return { out: null, in: null };
  const [out, into] = pair.map((word) => values.find((value) => isSameWord(value, word)) ?? word);
  return { out: out!, in: into! };
}
