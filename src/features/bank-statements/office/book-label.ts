import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

/** The button that books lines with these amounts: what comes in and what goes out, which are never deducted. */
export function bookLabel(
  { text, countText }: Pick<Language, 'text' | 'countText'>,
  amounts: readonly number[],
  settings: MoneySettings,
): string {
  if (amounts.length === 0) return text('Book');
  const lines = countText(amounts.length, { one: '{count} line', other: '{count} lines' });
  const sumOf = (sign: 1 | -1) => amounts.reduce((sum, amount) => sum + Math.max(0, sign * amount), 0);
  const [moneyIn, moneyOut] = [sumOf(1), sumOf(-1)];
  const sum = formatMoney(moneyIn, settings);
  const out = formatMoney(moneyOut, settings);
  if (moneyIn > 0 && moneyOut > 0) return text('Book {lines} ({sum} in, {out} out)', { lines, sum, out });
  if (moneyIn > 0) return text('Book {lines} ({sum})', { lines, sum });
  return moneyOut > 0 ? text('Book {lines} ({out} out)', { lines, out }) : text('Book {lines}', { lines });
}
