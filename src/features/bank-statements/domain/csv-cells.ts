import { currencyDigits, decimalMoney } from '#features/shop-config/domain/decimal-money.ts';
import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import type { Minor } from '#kernel/money.ts';
import { dayOf } from './statement.ts';

export type CellAmount =
  | { readonly kind: 'amount'; readonly amount: Minor; readonly isMoneyOut: boolean }
  | { readonly kind: 'zero' };

/**
 * The amount in a cell; null if it has none. The sign may come before or after the digits. The currency may be at
 * either end, as a code or a symbol. Thousands may be grouped by the other separator, a space or an apostrophe.
 */
export function amountIn(text: string, decimal: ',' | '.', currency: string): CellAmount | null {
  const match = /^([+\-\u2212]?)\s*([\d.,'’\s]+?)\s*([+\-\u2212]?)$/.exec(withoutCurrency(text, currency));
  if (!match || (match[1] !== '' && match[3] !== '')) return null;
  const group = decimal === ',' ? '.' : ',';
  const [whole, fraction, ...more] = match[2]!.split(decimal);
  if (more.length > 0 || whole === undefined || fraction?.match(/\D/)) return null;
  const digits = whole.replace(/\s/g, ' ');
  const isGrouped = new RegExp(`^\\d{1,3}(?:[${group} '’]\\d{3})+$`).test(digits);
  if (!isGrouped && !/^\d+$/.test(digits)) return null;
  const figure = `${digits.replace(/\D/g, '')}${fraction ? `.${fraction}` : ''}`;
  if (/^[0.]+$/.test(figure)) return { kind: 'zero' };
  const amount = decimalMoney(figure, currencyDigits(currency));
  if (!amount) return null;
  const sign = `${match[1]}${match[3]}`;
  return { kind: 'amount', amount, isMoneyOut: sign === '-' || sign === '\u2212' };
}

const SIGNS: Readonly<Record<string, string>> = { EUR: '€', GBP: '£', USD: '$' };

function withoutCurrency(text: string, currency: string): string {
  const mark = [currency, SIGNS[currency]].find((one) => one && (text.startsWith(one) || text.endsWith(one)));
  return (mark ? text.replace(mark, '') : text).trim();
}

/** The day at the start of a cell; a time may follow. Null if the cell does not begin with a day. */
export function dayIn(text: string, dates: CsvMap['dates']): string | null {
  const pattern = dates.replace(/[.\-/]/g, '\\$&').replace(/yyyy|yy|mm|dd/g, (part) => {
    const digits = part.startsWith('y') ? String(part.length) : dates.includes('yyyymmdd') ? '2' : '1,2';
    return `(?<${part[0]}>\\d{${digits}})`;
  });
  const found = new RegExp(`^${pattern}(?!\\d)`).exec(text)?.groups;
  if (!found) return null;
  const year = Number(found.y) + (dates.includes('yyyy') ? 0 : 2000);
  return dayOf(year, Number(found.m), Number(found.d));
}
