import type { Statement } from './statement.ts';

export type BalanceCheck =
  | { readonly kind: 'fits' }
  /** Amounts in minor units: the closing balance that results from the lines, and the one that the bank reports. */
  | { readonly kind: 'differs'; readonly expected: number; readonly closing: number }
  /** The file does not have complete days or both balances, or a line is unreadable or in another currency. */
  | { readonly kind: 'unchecked' };

/** Opening balance and lines must lead to the closing balance; otherwise the file is incomplete or was changed. */
export function checkBalance({ scope, opening, closing, currency, lines }: Statement): BalanceCheck {
  if (scope !== 'days' || opening === null || closing === null) return { kind: 'unchecked' };
  let balance = opening;
  for (const line of lines) {
    if (line.kind === 'stopped') {
      // Balances leave out movements that are not booked yet.
      if (line.why === 'not_booked_yet') continue;
      return { kind: 'unchecked' };
    }
    if (line.currency !== currency) return { kind: 'unchecked' };
    balance += line.direction === 'in' ? line.amount : -line.amount;
  }
  return balance === closing ? { kind: 'fits' } : { kind: 'differs', expected: balance, closing };
}
