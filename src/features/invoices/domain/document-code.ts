import type { Series } from './invoice-content.ts';

const DIGITS = 5;

/** As printed: `2026-00042`, a credit note's `CN-2026-00042`. More than 99,999 in a year get more digits. */
export function documentCode(series: Series, year: number, number: number): string {
  const code = `${year}-${String(number).padStart(DIGITS, '0')}`;
  return series === 'invoice' ? code : `CN-${code}`;
}
