import type { Series } from './invoice-content.ts';

const DIGITS = 5;

const PREFIX: Readonly<Record<Series, string>> = { invoice: '', advance: 'AD-', credit_note: 'CN-' };

/** As printed: `2026-00042`, with the prefix of its series: `CN-2026-00042`. More than 99,999 in a year get more digits. */
export function documentCode(series: Series, year: number, number: number): string {
  return `${PREFIX[series]}${year}-${String(number).padStart(DIGITS, '0')}`;
}
