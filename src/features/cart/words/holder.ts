import { markedText, type Sentence } from '#kernel/language.ts';
import type { HolderProblem } from '../domain/holder.ts';

export const holderTexts = {
  name_missing: markedText('Please enter the full name for this ticket holder.'),
  name_not_roman: markedText('Please enter the full name in roman characters.'),
  email_missing: markedText('Please enter the email address for this ticket holder.'),
  email_invalid: markedText('Please enter a valid email address for this ticket holder.'),
  age_missing: markedText('Please choose the age range for this ticket holder.'),
  travel_time_missing: markedText('Please choose your travel date and time.'),
} satisfies Record<Exclude<HolderProblem['kind'], 'already_in_cart'>, string>;

export function holderSentence(problem: HolderProblem): Sentence {
  if (problem.kind !== 'already_in_cart') return holderTexts[problem.kind];
  const { product, fullName: name } = problem;
  return ({ text }) => text('A {product} ticket already exists for {name} in your cart.', { product, name });
}
