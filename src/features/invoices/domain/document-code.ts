import type { Series } from './invoice-content.ts';

const DIGITS = 5;

const PREFIX: Readonly<Record<Series, string>> = { invoice: '', advance: 'AD-', credit_note: 'CN-' };

/** `2026-00042`, or with the series' prefix `CN-2026-00042`. Beyond 99,999 in a year, the number has more digits. */
export function documentCode(series: Series, year: number, number: number): string {
  return `${PREFIX[series]}${year}-${String(number).padStart(DIGITS, '0')}`;
}
