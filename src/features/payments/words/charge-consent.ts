import { type DateSettings, formatDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { ConsentedInstalment } from '../domain/consented-instalments.ts';

type Settings = DateSettings & { currency: string; currencyDigits: number };

/** The text of the box: every amount that the buyer agrees to, with its day. */
export function chargeConsentLabel(
  { text }: Language,
  later: readonly ConsentedInstalment[],
  settings: Settings,
): string {
  const instalments = later
    .map(({ amount, dueAt, isDue = false }) =>
      isDue
        ? text('{amount} (already due)', { amount: formatMoney(amount, settings) })
        : text('{amount} on {day}', { amount: formatMoney(amount, settings), day: formatDate(dueAt, settings) }),
    )
    .join(', ');
  return text('Charge the later instalments to the card I pay with: {instalments}.', { instalments });
}

export const chargeConsentHint = ({ text }: Language): string =>
  text(
    'We will email you a week before each date. You can stop this at any time by removing the card on your order page. The payment provider keeps your card details; we do not see them.',
  );

/** The consent as it is recorded: everything that the buyer saw. */
export const chargeConsentText = (
  language: Language,
  later: readonly ConsentedInstalment[],
  settings: Settings,
): string => `${chargeConsentLabel(language, later, settings)} ${chargeConsentHint(language)}`;
