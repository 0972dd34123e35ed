import { addToDay, type CalendarDay, isoDay } from '#kernel/local-day.ts';
import { isSameAccount } from './match-lines.ts';

/** The balance at the end of a statement of complete days. */
export interface ClosingBalance {
  readonly account: string;
  readonly currency: string | null;
  /** In minor units. */
  readonly closing: number;
  /** `2026-11-20`. */
  readonly lastDay: string;
}

export interface AccountBalance {
  readonly amount: number;
  /** The balance is as of the end of this day: `2026-11-20`. */
  readonly day: string;
}

/** An older balance says too little about the money that is now in the account. */
const FRESH_DAYS = 7;

/** The latest known balance of an account; null if it is older than a week. `ends` are sorted: latest import first. */
export function freshBalance(
  ends: readonly ClosingBalance[],
  { iban, currency, today }: { readonly iban: string; readonly currency: string; readonly today: CalendarDay },
): AccountBalance | null {
  const earliest = isoDay(addToDay(today, { months: 0, days: -FRESH_DAYS }));
  let latest: ClosingBalance | null = null;
  for (const end of ends) {
    if (end.currency !== currency || end.lastDay < earliest || !isSameAccount(iban, end.account)) continue;
    if (latest === null || end.lastDay > latest.lastDay) latest = end;
  }
  return latest && { amount: latest.closing, day: latest.lastDay };
}
