import { formatCache } from './format-cache.ts';

declare const minorBrand: unique symbol;

/** Minor units of the shop's currency (cents, pence, yen); always a safe integer. */
export type Minor = number & { readonly [minorBrand]: true };

/** Throws unless the number is a safe integer: a fraction of a cent is a bug, and is never rounded. */
export function minor(amount: number): Minor {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not an amount in minor units: ${amount}`);
  return (amount === 0 ? 0 : amount) as Minor;
}

export const zero = minor(0);

export function sum(amounts: Iterable<number>): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/**
 * Splits an amount into parts that add up exactly (largest remainder; ties go to the earlier part). Weights are
 * non-negative integers; if all are 0, the first part gets everything. Computed as bigint, so that no unit is lost.
 */
export function allocate(amount: Minor, weights: readonly number[]): Minor[] {
  if (weights.length === 0) {
    if (amount === 0) return [];
    throw new RangeError('Cannot allocate an amount to nobody');
  }
  const total = weights.reduce((all, weight) => {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`Not a weight: ${weight}`);
    return all + BigInt(weight);
  }, 0n);
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : zero));
  const sign = amount < 0 ? -1n : 1n;
  const whole = BigInt(Math.abs(amount));
  const parts = weights.map((weight, index) => {
    const product = whole * BigInt(weight);
    return { index, floor: product / total, remainder: product % total };
  });
  let left = whole - parts.reduce((all, part) => all + part.floor, 0n);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const part of byRemainder) {
    if (left === 0n) break;
    part.floor += 1n;
    left -= 1n;
  }
  return parts.map((part) => minor(Number(sign * part.floor)));
}

/** A minus sign as wide as a digit. Intl writes a hyphen in most languages. */
const MINUS = '\u2212';

export interface MoneySettings {
  readonly locale: string;
  readonly currency: string;
  /** Comes from configuration, because Intl disagrees with practice for some currencies. */
  readonly currencyDigits: number;
}

/** `amount` is in minor units. */
export function formatMoney(amount: number, currency: MoneySettings): string {
  return numberFormat(currency).format(wholeUnits(amount, currency)).replace('-', MINUS);
}

/** Like `formatMoney`, but the currency's code comes first in every language: `USD 60.00`. The code may be any text. */
export function formatMoneyWithCode(amount: number, money: MoneySettings): string {
  const { locale, currency, currencyDigits: digits } = money;
  const format = cached(
    `${locale} ${digits}`,
    () => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  return `${currency}\u00a0${format.format(wholeUnits(amount, money)).replace('-', MINUS)}`;
}

/**
 * Returns the pieces of `formatMoney`, for tables that name the currency once, in their header. The space before or
 * after the currency counts as currency.
 */
export function moneyPieces(amount: number, currency: MoneySettings): { text: string; isCurrency: boolean }[] {
  const parts = numberFormat(currency).formatToParts(wholeUnits(amount, currency));
  const isSpace = (type: string, text: string) => type === 'literal' && text.trim() === '';
  return parts.map(({ type, value }) => ({
    text: value.replace('-', MINUS),
    isCurrency: type === 'currency' || isSpace(type, value),
  }));
}

/** Replaces -0, which would be shown with a minus. */
const wholeUnits = (amount: number, { currencyDigits }: MoneySettings): number =>
  amount === 0 ? 0 : amount / 10 ** currencyDigits;

const cached = formatCache<Intl.NumberFormat>();

function numberFormat({ locale, currency, currencyDigits }: MoneySettings) {
  return cached(
    `${locale} ${currency} ${currencyDigits}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        minimumFractionDigits: currencyDigits,
        maximumFractionDigits: currencyDigits,
      }),
  );
}

/** Returns the amount as a bank's form expects it: `1104.50`. `digits` is `currencyDigits`. */
export const decimalFigure = (amount: number, digits: number): string => (amount / 10 ** digits).toFixed(digits);
