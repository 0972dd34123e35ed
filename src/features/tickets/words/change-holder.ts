import { holderTexts } from '#features/cart/words/holder.ts';
import { missingFields } from '#features/checkout/words/missing-fields.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import type { ChangedField, ChangeProblem } from '../domain/change-holder.ts';

/** A field's name on the form and in the list of missing fields. */
export const fieldNames = {
  full_name: markedText('Full name'),
  email: markedText('Email'),
  age: markedText('Age'),
} satisfies Record<ChangedField, string>;

/** The label of a form field by its key, or undefined. */
export const nameOfField = (field: string): string | undefined =>
  Object.hasOwn(fieldNames, field) ? fieldNames[field as ChangedField] : undefined;

export function changeSentence(problem: ChangeProblem): Sentence {
  switch (problem.kind) {
    case 'missing':
      return missingFields(problem.missing.map((field) => fieldNames[field]));
    case 'nothing_changed':
      return markedText('Please change the ticket details.');
    default:
      return holderTexts[problem.kind];
  }
}
