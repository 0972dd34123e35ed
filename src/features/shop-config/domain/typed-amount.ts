import { decimalMoney } from './decimal-money.ts';

/** Reads a typed sum: `96`, `96.00`, `96,00`. Null for anything else, including 0. */
export function amountFrom(text: string, digits: number): number | null {
  const plain = text.trim().replace(/^[€$£]\s*/u, '');
  const amount = decimalMoney(/^\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain, digits);
  return amount === null || amount <= 0 ? null : amount;
}

/** Writes a sum for a field: `96.00`. */
export const amountIn = (amount: number, digits: number): string => (amount / 10 ** digits).toFixed(digits);
