import { type DateSettings, formatDayInYear } from '#kernel/dates.ts';
import type { Sentence } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { LaterPayments } from '../domain/due-today.ts';

type Settings = DateSettings & { currency: string; currencyDigits: number };

/** "then 3 × €48.00, last on 22 February": follows the amount that is due today. */
export function thenLater(later: LaterPayments, now: Date, settings: Settings): Sentence {
  const day = formatDayInYear(later.lastDueAt, now, settings);
  const money = (amount: number) => formatMoney(amount, settings);
  if (later.count === 1) return ({ text }) => text('then {amount} on {day}', { amount: money(later.total), day });
  if (later.each === null) {
    const facts = { total: money(later.total), day };
    return ({ countText }) =>
      countText(
        later.count,
        {
          one: 'then {count} instalment, {total} in total, last on {day}',
          other: 'then {count} instalments, {total} in total, last on {day}',
        },
        facts,
      );
  }
  const { count, each } = later;
  return ({ text }) => text('then {count} × {amount}, last on {day}', { count, amount: money(each), day });
}
