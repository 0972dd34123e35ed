import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

interface Movement {
  /** Null for money that goes by bank. */
  readonly gateway: string | null;
  readonly amount: number;
  readonly waits_for_account: boolean;
}

/** Tells staff where the money of an accepted refund is. No bank transfer is made before its file goes to the bank. */
export function refundedSentence({ text }: Language, movements: readonly Movement[], shop: MoneySettings): string {
  if (movements.length === 0) return text('Refund approved. No money is refunded.');
  return movements
    .map(({ gateway, amount, waits_for_account: waits }) => {
      const sum = { amount: formatMoney(amount, shop) };
      if (gateway !== null) return text('{amount} is being sent back to the card.', sum);
      return waits
        ? text('{amount} is owed and waits for the customer’s bank account.', sum)
        : text('{amount} waits for the next refund file.', sum);
    })
    .join(' ');
}
