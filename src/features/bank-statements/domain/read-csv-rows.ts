import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { electronicNumber } from '#kernel/account-number.ts';
import { amountIn, type CellAmount, dayIn } from './csv-cells.ts';
import { columnNames, isBlankRow, nameKey } from './csv-columns.ts';
import { isSameWord, moneyInWordsFor } from './csv-heading-words.ts';
import {
  type CsvCell,
  joinTexts,
  referenceOrNull,
  type Statement,
  type StatementLine,
  type StoppedLine,
  type StopReason,
} from './statement.ts';

export type CsvRead =
  | { readonly kind: 'read'; readonly statements: readonly Statement[] }
  /** Headings that are in the map but not in the file. */
  | { readonly kind: 'missing_columns'; readonly missing: readonly string[] };

/**
 * Reads all rows of a file; the first one after `map.skipLines` that is not blank has the headings. Each account has
 * its own statement. `account` is the account of a file without a column for it.
 */
export function readCsvRows(
  rows: readonly (readonly string[])[],
  map: CsvMap,
  {
    file,
    currency,
    account = null,
  }: { readonly file: string; readonly currency: string; readonly account?: string | null },
): CsvRead {
  const at = rows.findIndex((row, index) => index >= map.skipLines && !isBlankRow(row));
  const names = columnNames(rows[at] ?? []).map(nameKey);
  const missing = columnsOf(map).filter((name) => !names.includes(nameKey(name)));
  if (missing.length > 0) return { kind: 'missing_columns', missing };

  const byAccount = new Map<string | null, (StatementLine | StoppedLine)[]>();
  for (const [index, row] of rows.entries()) {
    if (index <= at || isBlankRow(row)) continue;
    const cell = (name: string | null) => (name === null ? '' : (row[names.indexOf(nameKey(name))] ?? '').trim());
    const own = electronicNumber(cell(map.columns.account)) || account;
    const lines = byAccount.get(own) ?? [];
    lines.push(lineOf({ row: index + 1, cell }, map, currency));
    byAccount.set(own, lines);
  }
  const statements = [...byAccount].map(
    ([own, lines]): Statement => ({
      ...{
        format: 'csv',
        scope: 'days',
        file,
        number: null,
        account: own,
        currency: null,
        opening: null,
        closing: null,
      },
      lines,
    }),
  );
  return { kind: 'read', statements };
}

/** The names of all columns that the map uses. */
export const columnsOf = ({ columns }: CsvMap): string[] =>
  Object.values(columns)
    .flat()
    .filter((name) => name !== null);

interface Row {
  /** Its number in the file, from 1. */
  readonly row: number;
  /** Trimmed; empty for a column that the map does not have. */
  cell(name: string | null): string;
}

function lineOf({ row, cell }: Row, map: CsvMap, shopCurrency: string): StatementLine | StoppedLine {
  const { columns } = map;
  const bookedOn = dayIn(cell(columns.date), map.dates);
  const texts = columns.text.map(cell);
  const name = cell(columns.name);
  const stopped = (why: StopReason, wrong: Omit<CsvCell, 'row'>): StoppedLine => ({
    kind: 'stopped',
    why,
    bookedOn,
    text: joinTexts([cell(columns.date), name, ...texts]).slice(0, 300),
    cell: { row, ...wrong },
  });
  const currency = cell(columns.currency).toUpperCase() || shopCurrency;
  const money = moneyIn(cell, map, currency);
  if (money.kind === 'stopped') return stopped(money.why, money.wrong);
  if (!bookedOn) return stopped('day_unreadable', { columns: [columns.date], value: cell(columns.date).slice(0, 60) });
  const iban = cell(columns.iban);
  return {
    kind: 'line',
    bookedOn,
    direction: money.isMoneyOut ? 'out' : 'in',
    amount: money.amount,
    currency,
    isReturn: false,
    returnReason: '',
    bankReference: referenceOrNull(cell(columns.bankReference)),
    endToEndId: referenceOrNull(cell(columns.endToEndId)),
    structuredReference: null,
    text: joinTexts(texts),
    party: { name: name || null, iban: iban === '' ? null : electronicNumber(iban) },
    paymentFile: null,
    batch: null,
  };
}

type RowMoney =
  | Extract<CellAmount, { kind: 'amount' }>
  | { readonly kind: 'stopped'; readonly why: StopReason; readonly wrong: Omit<CsvCell, 'row'> };

/** Returns whether the word means money in or money out; null if neither. */
function directionOf(word: string, { out, in: into }: CsvMap): 'in' | 'out' | null {
  if (isSameWord(word, out)) return 'out';
  const words = into ? [into] : moneyInWordsFor(out ?? '');
  return words.some((one) => isSameWord(word, one)) ? 'in' : null;
}

function moneyIn(cell: Row['cell'], map: CsvMap, currency: string): RowMoney {
  const { amount, amountIn: inColumn, amountOut: outColumn, direction } = map.columns;
  const amountOf = (column: string): RowMoney => {
    const value = cell(column);
    const read = amountIn(value, map.decimal, currency);
    if (read?.kind === 'amount') return read;
    const wrong = { columns: [column], value: value.slice(0, 60) };
    return { kind: 'stopped', why: read ? 'amount_zero' : 'amount_unreadable', wrong };
  };
  if (amount !== null) {
    const read = amountOf(amount);
    if (direction === null || read.kind === 'stopped') return read;
    const word = cell(direction);
    const found = directionOf(word, map);
    return found
      ? { ...read, isMoneyOut: found === 'out' }
      : { kind: 'stopped', why: 'direction_unreadable', wrong: { columns: [direction], value: word.slice(0, 60) } };
  }
  // An unused cell is empty or zero.
  const used = [inColumn, outColumn].filter((column) => column !== null && !/^[+-]?0*([.,]0*)?$/.test(cell(column)));
  if (used.length === 1) {
    const column = used[0]!;
    const read = amountOf(column);
    if (read.kind === 'stopped') return read;
    // Banks may write money out with a minus. Money in with a minus is a contradiction.
    if (column === inColumn && read.isMoneyOut) {
      return {
        kind: 'stopped',
        why: 'amount_unreadable',
        wrong: { columns: [column], value: cell(column).slice(0, 60) },
      };
    }
    return { ...read, isMoneyOut: column === outColumn };
  }
  const wrong = { columns: [inColumn, outColumn].filter((column) => column !== null), value: '' };
  return { kind: 'stopped', why: used.length === 0 ? 'amount_unreadable' : 'two_amounts', wrong };
}
