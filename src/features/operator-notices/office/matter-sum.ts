import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

/**
 * Formats a sum in minor units; `currency` is null for the shop's own. The number of digits of another currency is
 * unknown.
 */
export const matterSum = (
  { text }: Pick<Language, 'text'>,
  { amount, currency }: { readonly amount: number; readonly currency: string | null },
  settings: MoneySettings,
): string =>
  currency === null || currency === settings.currency
    ? formatMoney(amount, settings)
    : text('{amount} {currency} (minor units)', { amount, currency });

/**
 * Formats the sum of a matter; for too little or too much money it is a difference, so it gets “missing” or “too much”.
 */
export function openSum(
  language: Pick<Language, 'text'>,
  { group, ...sum }: { readonly amount: number; readonly currency: string | null; readonly group: string },
  settings: MoneySettings,
): string {
  const amount = matterSum(language, sum, settings);
  if (group === 'money_short') return language.text('{amount} missing', { amount });
  return group === 'money_over' ? language.text('{amount} too much', { amount }) : amount;
}
