import type { Sentence } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

interface PaymentSums {
  /** Minor units. */
  readonly amount: number;
  readonly paid: number;
}

/** What a payment has received and what is outstanding; null unless it is paid in part. */
export const partlyPaid = ({ amount, paid }: PaymentSums, settings: MoneySettings): Sentence | null =>
  paid > 0 && paid < amount
    ? ({ text }) =>
        text('{paid} of {amount} paid, {missing} outstanding', {
          paid: formatMoney(paid, settings),
          amount: formatMoney(amount, settings),
          missing: formatMoney(amount - paid, settings),
        })
    : null;
