import { currencyDigits, decimalMoney } from '#features/shop-config/domain/decimal-money.ts';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { electronicNumber } from '#kernel/bank-number.ts';
import {
  dayOf,
  joined,
  referenceOrNull,
  type Statement,
  type StatementLine,
  type StoppedLine,
  type StopReason,
} from './statement.ts';

export type CsvRead =
  | { readonly kind: 'read'; readonly statements: readonly Statement[] }
  /** Headings that the map names and the file does not have. */
  | { readonly kind: 'missing_columns'; readonly missing: readonly string[] };

/** `rows` begin with the headings. A row of another account begins another statement. */
export function readCsvRows(
  rows: readonly (readonly string[])[],
  map: CsvMap,
  { file, currency }: { readonly file: string; readonly currency: string },
): CsvRead {
  const headings = (rows[0] ?? []).map((heading) => heading.trim().toLowerCase());
  const { columns } = map;
  const named = [...Object.values(columns).flat()].filter((name) => name !== null);
  const missing = named.filter((name) => !headings.includes(name.trim().toLowerCase()));
  if (missing.length > 0) return { kind: 'missing_columns', missing };

  const byAccount = new Map<string | null, (StatementLine | StoppedLine)[]>();
  for (const row of rows.slice(1)) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const cell = (name: string | null) =>
      name === null ? '' : (row[headings.indexOf(name.trim().toLowerCase())] ?? '').trim();
    const account = electronicNumber(cell(columns.account)) || null;
    byAccount.set(account, [...(byAccount.get(account) ?? []), lineOf(cell, map, currency)]);
  }
  const statements = [...byAccount].map(
    ([account, lines]): Statement => ({
      ...{ format: 'csv', scope: 'days', file, number: null, account, currency: null, opening: null, closing: null },
      lines,
    }),
  );
  return { kind: 'read', statements };
}

function lineOf(cell: (name: string | null) => string, map: CsvMap, shopCurrency: string): StatementLine | StoppedLine {
  const { columns } = map;
  const bookedOn = dayIn(cell(columns.date), map.dates);
  const texts = columns.text.map(cell);
  const name = cell(columns.name);
  const stopped = (why: StopReason): StoppedLine => ({
    kind: 'stopped',
    why,
    bookedOn,
    text: joined([cell(columns.date), name, ...texts]).slice(0, 300),
  });
  const currency = cell(columns.currency).toUpperCase() || shopCurrency;
  const money = moneyIn(cell, map, currency);
  if (!money) return stopped('amount_unreadable');
  if (!bookedOn) return stopped('day_unreadable');
  const iban = cell(columns.iban);
  return {
    kind: 'line',
    bookedOn,
    direction: money.isOut ? 'out' : 'in',
    amount: money.amount,
    currency,
    isReturn: false,
    returnReason: '',
    bankReference: referenceOrNull(cell(columns.bankReference)),
    endToEndId: referenceOrNull(cell(columns.endToEndId)),
    structuredReference: null,
    text: joined(texts),
    party: { name: name || null, iban: iban === '' ? null : electronicNumber(iban) },
    paymentFile: null,
    batch: null,
  };
}

function moneyIn(cell: (name: string | null) => string, map: CsvMap, currency: string) {
  const { columns } = map;
  if (columns.amount !== null) {
    const read = signed(cell(columns.amount), map.decimal, currency);
    if (!read) return null;
    if (columns.direction === null) return read;
    return { ...read, isOut: cell(columns.direction).toLowerCase() === map.out?.toLowerCase() };
  }
  const [paidIn, paidOut] = [cell(columns.amountIn), cell(columns.amountOut)].map((text) =>
    // An unused cell is empty or zero.
    /^0*([.,]0*)?$/.test(text) ? null : (signed(text, map.decimal, currency) ?? 'unreadable'),
  );
  if (paidIn === 'unreadable' || paidOut === 'unreadable' || Boolean(paidIn) === Boolean(paidOut)) return null;
  return paidIn ? { ...paidIn, isOut: false } : { ...paidOut!, isOut: true };
}

/**
 * The sign may come before or after the digits; thousands may be grouped by the other separator, a space or an
 * apostrophe.
 */
function signed(text: string, decimal: ',' | '.', currency: string) {
  const match = /^([+\-\u2212]?)\s*([\d.,'’\s]+?)\s*([+\-\u2212]?)$/.exec(text);
  if (!match || (match[1] !== '' && match[3] !== '')) return null;
  const group = decimal === ',' ? '.' : ',';
  const [whole, fraction, ...more] = match[2]!.split(decimal);
  if (more.length > 0 || whole === undefined || fraction?.match(/\D/)) return null;
  const digits = whole.replace(/\s/g, ' ');
  const isGrouped = new RegExp(`^\\d{1,3}(?:[${group} '’]\\d{3})+$`).test(digits);
  if (!isGrouped && !/^\d+$/.test(digits)) return null;
  const figure = `${digits.replace(/\D/g, '')}${fraction ? `.${fraction}` : ''}`;
  const amount = decimalMoney(figure, currencyDigits(currency));
  if (!amount) return null;
  const sign = `${match[1]}${match[3]}`;
  return { amount, isOut: sign === '-' || sign === '\u2212' };
}

/** The day at the start of a cell; a time may follow. */
function dayIn(text: string, dates: CsvMap['dates']): string | null {
  const pattern = dates.replace(/[.\-/]/g, '\\$&').replace(/yyyy|yy|mm|dd/g, (part) => {
    const digits = part.startsWith('y') ? String(part.length) : dates.includes('yyyymmdd') ? '2' : '1,2';
    return `(?<${part[0]}>\\d{${digits}})`;
  });
  const found = new RegExp(`^${pattern}(?!\\d)`).exec(text)?.groups;
  if (!found) return null;
  const year = Number(found.y) + (dates.includes('yyyy') ? 0 : 2000);
  return dayOf(year, Number(found.m), Number(found.d));
}
