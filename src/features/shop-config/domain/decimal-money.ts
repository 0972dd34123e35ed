import { type Minor, minor } from '#kernel/money.ts';

const THREE_DIGITS = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'];
const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ');

/** Digits of a currency according to ISO 4217. `Intl` claims 0 for some that have 2. */
export function currencyDigits(currency: string): 0 | 2 | 3 {
  if (NO_DIGITS.includes(currency)) return 0;
  return THREE_DIGITS.includes(currency) ? 3 : 2;
}

/** Reads an amount in minor units; null if it is negative, not a number or has too many digits. */
export function decimalMoney(written: number | string, digits: number): Minor | null {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(String(written));
  if (!match) return null;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return null;
  return minor(Number(`${match[1]}${fraction.padEnd(digits, '0')}`));
}

/** Reads a percentage in basis points; null unless it is between 0 and 100 with at most two decimals. */
export function percentInBasisPoints(written: number): number | null {
  const points = decimalMoney(written, 2);
  return points === null || points > 10_000 ? null : points;
}
