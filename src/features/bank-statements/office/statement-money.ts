import { currencyDigits } from '#features/shop-config/domain/decimal-money.ts';
import { formatMoney, formatMoneyWithCode, type MoneySettings } from '#kernel/money.ts';
import { sumsByCurrency } from '../domain/sums-by-currency.ts';
import type { Line } from './statement-page.tsx';

/** An amount of a statement in minor units. Only the shop's currency has its symbol: `€60.00`, but `USD 60.00`. */
export const statementMoney = (amount: number, currency: string | null, settings: MoneySettings): string =>
  currency === null || currency === settings.currency
    ? formatMoney(amount, settings)
    : formatMoneyWithCode(amount, { ...settings, currency, currencyDigits: currencyDigits(currency) });

/** The sum of each currency: `€408.50 · USD 60.00`. Empty if no amount can be read. */
export const sumText = (lines: readonly Line[], settings: MoneySettings): string =>
  sumsByCurrency(lines, settings.currency)
    .map(({ amount, currency }) => statementMoney(amount, currency, settings))
    .join(' · ');
