import { COUNTRY_MISSING } from '#features/customers/words/account-forms.ts';
import { ACCEPT_TERMS } from '#features/terms/words/accept-terms.ts';
import { type Language, markedText, type Sentence } from '#kernel/language.ts';
import type { Problem } from '#kernel/problem.ts';
import type { AddressLineRule, CheckoutProblem, WhyDisabled } from '../domain/validate-checkout.ts';
import { missingFields } from './missing-fields.ts';

export const SELECT_COUNTRY_FOR_SHIPPING = markedText('Please select your country to see your shipping rates.');
export const TRANSFERS_FULL = markedText(
  'Too many of these items are already waiting for a bank transfer. Please pay another way, or try again later.',
);
export const TRANSFER_TOO_LATE = markedText('Bank transfer is not available this close to the event.');

export const checkoutTexts = {
  country_missing: COUNTRY_MISSING,
  shipping_country_missing: markedText('Please choose the shipping country.'),
  cannot_ship: markedText('We are currently unable to ship to your country.'),
  no_payment_method: markedText('No valid payment methods found.'),
  terms_not_accepted: ACCEPT_TERMS,
} satisfies Record<Exclude<CheckoutProblem['kind'], 'lines_missing'>, string>;

/** The names of the lines are the operator's. */
const missingLines = (names: readonly string[]): Sentence => missingFields(names.map((name) => () => name));

export const checkoutSentence = (problem: CheckoutProblem): Sentence =>
  problem.kind === 'lines_missing' ? missingLines(problem.lines) : checkoutTexts[problem.kind];

export const disabledTexts = {
  loading: markedText('One moment, we are calculating your total.'),
  figures_failed: markedText('Taxes and shipping could not be calculated.'),
  country_missing: checkoutTexts.country_missing,
  cannot_ship: checkoutTexts.cannot_ship,
  no_payment_method: checkoutTexts.no_payment_method,
} satisfies Record<WhyDisabled, string>;

/** Joins an address's missing lines into one sentence, at the first of them. */
export function inOneSentence<Found extends Problem<string | undefined>>(
  problems: readonly Found[],
  lines: readonly Pick<AddressLineRule, 'key' | 'text'>[],
  { translate }: Pick<Language, 'translate'>,
): Found[] {
  const prefixOf = (problem: Found) => /^(address|shipping_address)\./.exec(problem.field ?? '')?.[1];
  return problems.flatMap((problem, index) => {
    const prefix = prefixOf(problem);
    if (!prefix) return [problem];
    const together = problems.filter((other) => prefixOf(other) === prefix);
    if (together.length === 1) return [problem];
    if (problems.findIndex((other) => prefixOf(other) === prefix) !== index) return [];
    const texts = together.map(({ field }) => lines.find(({ key }) => field === `${prefix}.${key}`)?.text ?? '');
    return [{ ...problem, message: translate(missingLines(texts)) }];
  });
}
