import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import { type AmountLimits, type AmountProblem, amountProblem } from '../../domain/typed-amount.ts';

/** Describes what is wrong with an amount, in the browser and on the server. */
export function amountSentence({ text }: Language, problem: AmountProblem, shop: MoneySettings): string {
  const money = (amount: number) => formatMoney(amount, shop);
  switch (problem.kind) {
    case 'foreign':
      return text('Please enter the amount in {currency}, the shop’s currency.', { currency: shop.currency });
    case 'unclear':
      return shop.currencyDigits === 2
        ? text('Please include the cents, as in {example}.', { example: money(problem.thousands) })
        : text('Please include the decimals, as in {example}.', {
            example: money(problem.thousands),
          });
    case 'not_above_zero':
      return text('Please enter an amount above 0.');
    case 'too_large':
      return text('Please enter an amount below {limit}.', { limit: money(problem.limit) });
    case 'outside':
      return problem.maximum < problem.minimum
        ? text('No amount is left for this.')
        : text('Please enter an amount from {min} to {max}.', {
            min: money(problem.minimum),
            max: money(problem.maximum),
          });
  }
}

/** Returns the sentence for a field with an amount; undefined if the amount can be taken. */
export function typedAmountSentence(
  language: Language,
  typed: string,
  { shop, limits = null }: { shop: MoneySettings; limits?: AmountLimits | null },
): string | undefined {
  const problem = amountProblem(typed, shop, limits);
  return problem ? amountSentence(language, problem, shop) : undefined;
}
